#include "CXML.h"

#include <dlfcn.h>
#include <libxml/parser.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Every function of libxml2 that the host calls.
#define FUNCTIONS(each)                                                                                                \
  each(xmlInitParser) each(xmlNewParserCtxt) each(xmlFreeParserCtxt) each(xmlCtxtReadMemory) each(xmlStopParser)       \
      each(xmlFreeDoc) each(xmlSAX2GetLineNumber)

int xmlSAX2GetLineNumber(void *context);

#define DECLARE(name) static __typeof__(name) *p_##name;
FUNCTIONS(DECLARE)

static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
static bool is_open;

static bool open_locked(char *words, size_t size) {
  void *library = dlopen("libxml2.so.2", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == NULL) {
    snprintf(words, size, "%s", dlerror());
    return false;
  }
#define FIND(name)                                                                                                     \
  p_##name = (__typeof__(p_##name))dlsym(library, #name);                                                              \
  if (p_##name == NULL) {                                                                                              \
    snprintf(words, size, "libxml2.so.2 has no %s", #name);                                                            \
    return false;                                                                                                      \
  }
  FUNCTIONS(FIND)
  p_xmlInitParser();
  return true;
}

bool cxml_open(char *words, size_t size) {
  pthread_mutex_lock(&opening);
  if (!is_open) is_open = open_locked(words, size);
  bool result = is_open;
  pthread_mutex_unlock(&opening);
  return result;
}

// One document that is being read.
typedef struct reading {
  xmlParserCtxtPtr parser;
  const cxml_handler *handler;
  cxml_report *report;
  cxml_attribute *attributes;
  size_t room;
} reading;

// Ends it with the first reason that there is.
static void stop(reading *self, cxml_outcome outcome, const char *words) {
  if (self->report->outcome == CXML_DONE) {
    self->report->outcome = outcome;
    self->report->line = p_xmlSAX2GetLineNumber(self->parser);
    snprintf(self->report->words, sizeof self->report->words, "%s", words);
  }
  p_xmlStopParser(self->parser);
}

static void start_element(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *name_space,
                          int namespace_count, const xmlChar **namespaces, int count, int defaulted,
                          const xmlChar **found) {
  (void)prefix, (void)namespace_count, (void)namespaces, (void)defaulted;
  reading *self = context;
  if ((size_t)count > self->room) {
    cxml_attribute *larger = realloc(self->attributes, (size_t)count * sizeof *larger);
    if (larger == NULL) return stop(self, CXML_NO_MEMORY, "");
    self->attributes = larger;
    self->room = (size_t)count;
  }
  // Five pointers each: name, prefix, namespace, begin and end of the value.
  for (int i = 0; i < count; i++) {
    const xmlChar **one = found + 5 * i;
    self->attributes[i] = (cxml_attribute){(const char *)one[0], (const char *)one[1], (const char *)one[2],
                                           (const char *)one[3], (size_t)(one[4] - one[3])};
  }
  if (!self->handler->start(self->handler->context, (const char *)name, (const char *)name_space, self->attributes,
                            (size_t)count)) {
    stop(self, CXML_STOPPED, "");
  }
}

static void end_element(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *name_space) {
  (void)name, (void)prefix, (void)name_space;
  reading *self = context;
  if (!self->handler->end(self->handler->context)) stop(self, CXML_STOPPED, "");
}

static void characters(void *context, const xmlChar *text, int length) {
  reading *self = context;
  if (!self->handler->text(self->handler->context, (const char *)text, (size_t)length)) stop(self, CXML_STOPPED, "");
}

static void declared(void *context, const xmlChar *name, int type, const xmlChar *public_id, const xmlChar *system_id,
                     xmlChar *content) {
  (void)type, (void)public_id, (void)system_id, (void)content;
  stop(context, CXML_ENTITY, (const char *)name);
}

static void declared_unparsed(void *context, const xmlChar *name, const xmlChar *public_id, const xmlChar *system_id,
                              const xmlChar *notation) {
  (void)public_id, (void)system_id, (void)notation;
  stop(context, CXML_ENTITY, (const char *)name);
}

static void referred(void *context, const xmlChar *name) { stop(context, CXML_ENTITY, (const char *)name); }

static void failed(void *context, xmlErrorPtr error) {
  reading *self = context;
  // Warnings, and errors of namespaces only, do not keep a document from being read.
  if (error->level < XML_ERR_ERROR || self->report->outcome != CXML_DONE) return;
  if (error->domain == XML_FROM_NAMESPACE && error->level < XML_ERR_FATAL) return;
  const char *words = error->message;
  self->report->outcome = CXML_MALFORMED;
  self->report->line = error->line;
  if (error->code == XML_ERR_NO_MEMORY) self->report->outcome = CXML_NO_MEMORY;
  if (error->code == XML_ERR_UNDECLARED_ENTITY || error->code == XML_WAR_UNDECLARED_ENTITY) {
    self->report->outcome = CXML_ENTITY;
    words = error->str1;
  }
  snprintf(self->report->words, sizeof self->report->words, "%s", words != NULL ? words : "");
}

void cxml_parse(const void *document, size_t length, const char *encoding, const cxml_handler *handler,
                cxml_report *report) {
  *report = (cxml_report){CXML_DONE, 0, ""};
  xmlParserCtxtPtr parser = p_xmlNewParserCtxt();
  if (parser == NULL || length > 1u << 30) {
    report->outcome = CXML_NO_MEMORY;
    if (parser != NULL) p_xmlFreeParserCtxt(parser);
    return;
  }
  reading self = {parser, handler, report, NULL, 0};
  // Nothing but these: no tree is made, no entity is found, nothing is resolved or loaded.
  *parser->sax = (xmlSAXHandler){
      .initialized = XML_SAX2_MAGIC,
      .startElementNs = start_element,
      .endElementNs = end_element,
      .characters = characters,
      .ignorableWhitespace = characters,
      .cdataBlock = characters,
      .entityDecl = declared,
      .unparsedEntityDecl = declared_unparsed,
      .reference = referred,
      .serror = failed,
  };
  parser->userData = &self;
  xmlDocPtr made = p_xmlCtxtReadMemory(parser, document, (int)length, NULL, encoding, XML_PARSE_NONET);
  if (report->outcome == CXML_DONE && !parser->wellFormed) report->outcome = CXML_MALFORMED;
  if (made != NULL) p_xmlFreeDoc(made);
  p_xmlFreeParserCtxt(parser);
  free(self.attributes);
}
