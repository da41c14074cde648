// libxml2's parser by events (SAX 2). Opened when it is first needed, since it brings 30 MB of ICU with it and linking it
// would make every start of the host some 6 ms slower. Its own headers are not needed by who includes this one.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Opens the library, once. False: it is not there, and `words` says why. [any thread]
bool cxml_open(char *words, size_t size);

/// Strings are UTF-8, valid during the call that passes them.
typedef struct cxml_attribute {
  const char *name;
  const char *_Nullable prefix;
  const char *_Nullable name_space;
  const char *value;  // `length` bytes
  size_t length;
} cxml_attribute;

/// Told of a document, in order, on the thread that parses. What returns false stops the parser.
typedef struct cxml_handler {
  void *context;
  bool (*start)(void *context, const char *name, const char *_Nullable name_space,
                const cxml_attribute *_Nullable attributes, size_t count);
  bool (*end)(void *context);
  bool (*text)(void *context, const char *text, size_t length);
} cxml_handler;

typedef uint32_t cxml_outcome;
#define CXML_DONE 0u
#define CXML_STOPPED 1u    // by the handler
#define CXML_MALFORMED 2u  // `words` are libxml2's
#define CXML_ENTITY 3u     // `words` are the name of an entity that is declared, or used and not one of XML's five
#define CXML_NO_MEMORY 4u

typedef struct cxml_report {
  cxml_outcome outcome;
  int line;  // where, or 0
  char words[256];
} cxml_report;

/// Reads a document of at most 1 GiB without touching files, network or entities.
///
/// `encoding` overrides what the document declares; one that libxml2 does not know is ignored. [any thread]
void cxml_parse(const void *document, size_t length, const char *_Nullable encoding, const cxml_handler *handler,
                cxml_report *report);

#pragma clang assume_nonnull end
