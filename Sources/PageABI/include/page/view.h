// Views: a page's screen as data.
#pragma once
#include <page/value.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// What a node is.
typedef uint32_t page_node_kind;
#define PAGE_NODE_COLUMN 1u        // children below one another
#define PAGE_NODE_ROW 2u           // children beside one another
#define PAGE_NODE_TEXT 3u          // `text`, wrapped
#define PAGE_NODE_BUTTON 4u        // `text`; sends PAGE_EVENT_TAP
#define PAGE_NODE_FIELD 5u         // label `text`, contents `value`, placeholder `hint`; PAGE_EVENT_CHANGE and _SUBMIT
#define PAGE_NODE_SECURE_FIELD 6u  // as a field; its contents are never shown, logged nor put into a snapshot
#define PAGE_NODE_TOGGLE 7u        // label `text`, on by PAGE_NODE_ON; sends PAGE_EVENT_TOGGLE
#define PAGE_NODE_LIST 8u          // a column that scrolls
#define PAGE_NODE_IMAGE 9u         // source `value`, described by `text`
#define PAGE_NODE_PROGRESS 10u     // label `text`, fraction `number` from 0 to 1; below 0: not known
#define PAGE_NODE_SPACER 11u       // takes the room that is left
#define PAGE_NODE_DIVIDER 12u      // a line across

/// Facts of a node that are either so or not.
typedef uint32_t page_node_flags;
#define PAGE_NODE_ON 1u             // a toggle that is on
#define PAGE_NODE_DISABLED 2u       // cannot be focused nor tapped
#define PAGE_NODE_HEADING 4u        // text: a heading
#define PAGE_NODE_SECONDARY 8u      // text: less important
#define PAGE_NODE_ERROR 16u         // text: tells of a fault
#define PAGE_NODE_BADGE 32u         // text: a count that calls for attention
#define PAGE_NODE_PROMINENT 64u     // button: the main one; Enter in a field that does not handle it taps it
#define PAGE_NODE_DESTRUCTIVE 128u  // button: it takes something away
#define PAGE_NODE_TOUCHABLE 256u    // any kind: touches of it are told, PAGE_EVENT_TOUCH_BEGAN and what follows
#define PAGE_NODE_CANCEL 512u       // button: ends what the page has begun; going back taps it and stays

/// One node of a view.
typedef struct page_node {
  page_node_kind kind;
  page_node_flags flags;
  uint32_t depth;     // 0 for the root; a node's children follow it with depth + 1
  uint32_t reserved;  // MUST be 0
  page_string id;     // stable while the node means the same thing; unique in its view
  page_string text;
  page_string value;
  page_string hint;
  double number;
} page_node;

/// A whole view: nodes in pre-order, the first with depth 0 and no other with it.
typedef struct page_view {
  uint32_t size;
  uint32_t node_size;  // sizeof(page_node) of the page that made it: the stride of `nodes`
  const page_node *_Nullable nodes;
  size_t count;       // at most PAGE_MAX_NODES
  page_string title;  // empty: the manifest's title
} page_view;

#define PAGE_MAX_NODES 65536u
#define PAGE_MAX_NODE_DEPTH 64u

/// What a person did to a node.
typedef uint32_t page_event_kind;
#define PAGE_EVENT_TAP 1u     // a button was chosen; no value
#define PAGE_EVENT_CHANGE 2u  // a field's contents changed; value: string, the whole contents
#define PAGE_EVENT_SUBMIT 3u  // Enter in a field; value: string, the whole contents
#define PAGE_EVENT_TOGGLE 4u  // a toggle was switched; value: boolean, its new state

// Touches of a node with PAGE_NODE_TOUCHABLE. Value: a list of two integers, column and row from the node's top left;
// once the finger has moved off the node they can be below zero or beyond its size. Each TOUCH_BEGAN is followed by any
// number of TOUCH_MOVED and one TOUCH_ENDED or TOUCH_CANCELLED, unless the page does not show the node any more. Only the
// page on top is told, and a touch is cancelled when a transition begins. A touched control is tapped besides.
#define PAGE_EVENT_TOUCH_BEGAN 5u
#define PAGE_EVENT_TOUCH_MOVED 6u
#define PAGE_EVENT_TOUCH_ENDED 7u
#define PAGE_EVENT_TOUCH_CANCELLED 8u  // the touch means nothing; value: where it was last

typedef struct page_event {
  uint32_t size;
  page_event_kind kind;
  page_string id;  // of the node
  page_value value;
} page_event;

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif
