// What the host asks of a plug-in.
#ifndef PEERS_QT_PAGE_H
#define PEERS_QT_PAGE_H

#include <QtPlugin>

class PeerPage {
public:
  virtual ~PeerPage() = default;
  // Fills the page, emits its signals, and gives the length of what it shows.
  virtual int use() = 0;
};
Q_DECLARE_INTERFACE(PeerPage, "org.example.PeerPage")

#endif
