// libcurl: requests over HTTP. Opened when it is first needed, since linking it would make every start of the host some
// 10 ms slower: it brings 30 libraries with it.
#pragma once
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <stdbool.h>

#pragma clang assume_nonnull begin

/// Opens the library, once. False: it is not there, and `words` says why. Every other function here needs it open.
/// [any thread]
bool ccurl_open(char *words, size_t size);

CURL *_Nullable ccurl_easy_init(void);
void ccurl_easy_cleanup(CURL *easy);
const char *ccurl_easy_strerror(CURLcode code);

// `curl_easy_setopt` and its like take variable arguments, which Swift cannot pass: one function for each type.
void ccurl_set_number(CURL *easy, CURLoption option, long value);
void ccurl_set_large(CURL *easy, CURLoption option, curl_off_t value);
void ccurl_set_text(CURL *easy, CURLoption option, const char *value);
void ccurl_set_pointer(CURL *easy, CURLoption option, const void *_Nullable value);
long ccurl_get_number(CURL *easy, CURLINFO info);
const char *_Nullable ccurl_get_text(CURL *easy, CURLINFO info);

/// What a transfer tells while it goes on, each with `context`.
typedef struct ccurl_callbacks {
  void *context;
  size_t (*body)(char *bytes, size_t one, size_t count, void *_Nullable context);
  size_t (*header)(char *bytes, size_t one, size_t count, void *_Nullable context);
  int (*progress)(void *_Nullable context, curl_off_t total, curl_off_t received, curl_off_t toSend, curl_off_t sent);
  /// Whether it may connect to a numeric address; asked before, and again when a connection that is open is used.
  bool (*allows)(void *_Nullable context, const char *address);
} ccurl_callbacks;
/// All transfers have the same functions.
void ccurl_set_callbacks(CURL *easy, const ccurl_callbacks *callbacks);

/// Appends to a list, or gives null and leaves the list as it is.
struct curl_slist *_Nullable ccurl_list_append(struct curl_slist *_Nullable list, const char *text);
void ccurl_list_free(struct curl_slist *_Nullable list);

CURLM *_Nullable ccurl_multi_init(void);
void ccurl_multi_cleanup(CURLM *multi);
void ccurl_multi_limit(CURLM *multi, CURLMoption option, long value);
void ccurl_multi_set_callbacks(CURLM *multi, void *context,
                               int (*socket)(CURL *_Nullable easy, curl_socket_t socket, int what,
                                             void *_Nullable context, void *_Nullable own),
                               int (*timer)(CURLM *_Nullable multi, long milliseconds, void *_Nullable context));
CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy);
/// `curl_multi_socket_action`; it looks itself for what the socket is ready.
CURLMcode ccurl_multi_act(CURLM *multi, curl_socket_t socket);
/// Takes one transfer that has ended; null when there is none.
CURL *_Nullable ccurl_multi_take_done(CURLM *multi, CURLcode *code);

CURLU *_Nullable ccurl_url_init(void);
void ccurl_url_cleanup(CURLU *url);
CURLUcode ccurl_url_set(CURLU *url, CURLUPart part, const char *_Nullable text, unsigned int flags);
/// Gives a copy, to be given back with `ccurl_free`, or null.
char *_Nullable ccurl_url_get(CURLU *url, CURLUPart part, unsigned int flags);
const char *ccurl_url_strerror(CURLUcode code);
void ccurl_free(void *memory);

#pragma clang assume_nonnull end
