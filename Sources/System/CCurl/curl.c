#define _GNU_SOURCE
#include "CCurl.h"

#include <dlfcn.h>
#include <netdb.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>

// Every function of libcurl that the host calls.
#define FUNCTIONS(each)                                                                                                \
  each(curl_global_init) each(curl_easy_init) each(curl_easy_cleanup) each(curl_easy_setopt) each(curl_easy_getinfo)   \
      each(curl_easy_strerror) each(curl_slist_append) each(curl_slist_free_all) each(curl_multi_init)                 \
          each(curl_multi_cleanup) each(curl_multi_setopt) each(curl_multi_add_handle) each(curl_multi_remove_handle)  \
              each(curl_multi_socket_action) each(curl_multi_info_read) each(curl_url) each(curl_url_cleanup)          \
                  each(curl_url_set) each(curl_url_get) each(curl_url_strerror) each(curl_free)

#define DECLARE(name) static __typeof__(name) *p_##name;
FUNCTIONS(DECLARE)

static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
static bool is_open;

static bool open_locked(char *words, size_t size) {
  // Never closed: libraries that it brings do not all bear that.
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == NULL) {
    snprintf(words, size, "%s", dlerror());
    return false;
  }
#define FIND(name)                                                                                                     \
  p_##name = (__typeof__(p_##name))dlsym(library, #name);                                                              \
  if (p_##name == NULL) {                                                                                              \
    snprintf(words, size, "libcurl.so.4 has no %s", #name);                                                            \
    return false;                                                                                                      \
  }
  FUNCTIONS(FIND)
  CURLcode code = p_curl_global_init(CURL_GLOBAL_DEFAULT);
  if (code != CURLE_OK) snprintf(words, size, "%s", p_curl_easy_strerror(code));
  return code == CURLE_OK;
}

bool ccurl_open(char *words, size_t size) {
  pthread_mutex_lock(&opening);
  if (!is_open) is_open = open_locked(words, size);
  bool result = is_open;
  pthread_mutex_unlock(&opening);
  return result;
}

CURL *ccurl_easy_init(void) { return p_curl_easy_init(); }
void ccurl_easy_cleanup(CURL *easy) { p_curl_easy_cleanup(easy); }
const char *ccurl_easy_strerror(CURLcode code) { return p_curl_easy_strerror(code); }

void ccurl_set_number(CURL *easy, CURLoption option, long value) { p_curl_easy_setopt(easy, option, value); }
void ccurl_set_large(CURL *easy, CURLoption option, curl_off_t value) { p_curl_easy_setopt(easy, option, value); }
void ccurl_set_text(CURL *easy, CURLoption option, const char *value) { p_curl_easy_setopt(easy, option, value); }
void ccurl_set_pointer(CURL *easy, CURLoption option, const void *value) { p_curl_easy_setopt(easy, option, value); }

long ccurl_get_number(CURL *easy, CURLINFO info) {
  long value = 0;
  p_curl_easy_getinfo(easy, info, &value);
  return value;
}

const char *ccurl_get_text(CURL *easy, CURLINFO info) {
  char *value = NULL;
  p_curl_easy_getinfo(easy, info, &value);
  return value;
}

static bool (*allows)(void *context, const char *address);

/// CURLOPT_OPENSOCKETFUNCTION
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)purpose;
  char text[NI_MAXHOST];
  if (getnameinfo(&address->addr, address->addrlen, text, sizeof text, NULL, 0, NI_NUMERICHOST)) return CURL_SOCKET_BAD;
  if (!allows(context, text)) return CURL_SOCKET_BAD;
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/// CURLOPT_PREREQFUNCTION
static int before_request(void *context, char *address, char *own, int port, int own_port) {
  (void)own, (void)port, (void)own_port;
  return allows(context, address) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
}

void ccurl_set_callbacks(CURL *easy, const ccurl_callbacks *callbacks) {
  allows = callbacks->allows;
  p_curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, callbacks->body);
  p_curl_easy_setopt(easy, CURLOPT_WRITEDATA, callbacks->context);
  p_curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, callbacks->header);
  p_curl_easy_setopt(easy, CURLOPT_HEADERDATA, callbacks->context);
  p_curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, callbacks->progress);
  p_curl_easy_setopt(easy, CURLOPT_XFERINFODATA, callbacks->context);
  p_curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
  p_curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, callbacks->context);
  p_curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, before_request);
  p_curl_easy_setopt(easy, CURLOPT_PREREQDATA, callbacks->context);
}

struct curl_slist *ccurl_list_append(struct curl_slist *list, const char *text) {
  return p_curl_slist_append(list, text);
}
void ccurl_list_free(struct curl_slist *list) { p_curl_slist_free_all(list); }

CURLM *ccurl_multi_init(void) { return p_curl_multi_init(); }
void ccurl_multi_cleanup(CURLM *multi) { p_curl_multi_cleanup(multi); }
void ccurl_multi_limit(CURLM *multi, CURLMoption option, long value) { p_curl_multi_setopt(multi, option, value); }

void ccurl_multi_set_callbacks(CURLM *multi, void *context, int (*socket)(CURL *, curl_socket_t, int, void *, void *),
                               int (*timer)(CURLM *, long, void *)) {
  p_curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, socket);
  p_curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
  p_curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, timer);
  p_curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
}

CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy) { return p_curl_multi_add_handle(multi, easy); }
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy) { return p_curl_multi_remove_handle(multi, easy); }

CURLMcode ccurl_multi_act(CURLM *multi, curl_socket_t socket) {
  int running = 0;
  return p_curl_multi_socket_action(multi, socket, 0, &running);
}

CURL *ccurl_multi_take_done(CURLM *multi, CURLcode *code) {
  int left = 0;
  CURLMsg *message;
  while ((message = p_curl_multi_info_read(multi, &left)) != NULL) {
    if (message->msg != CURLMSG_DONE) continue;
    *code = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}

CURLU *ccurl_url_init(void) { return p_curl_url(); }
void ccurl_url_cleanup(CURLU *url) { p_curl_url_cleanup(url); }

CURLUcode ccurl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned int flags) {
  return p_curl_url_set(url, part, text, flags);
}

char *ccurl_url_get(CURLU *url, CURLUPart part, unsigned int flags) {
  char *text = NULL;
  return p_curl_url_get(url, part, &text, flags) == CURLUE_OK ? text : NULL;
}

const char *ccurl_url_strerror(CURLUcode code) { return p_curl_url_strerror(code); }
void ccurl_free(void *memory) { p_curl_free(memory); }
