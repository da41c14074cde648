// A plug-in with what a page has: some texts, a list of nodes, three signals. Copies have another number in the name.
#include "qt-page.h"
#include <QObject>
#include <QString>
#include <QVector>

struct Node {
  QString title;
  QString note;
};

class Peer0000Page : public QObject, public PeerPage {
  Q_OBJECT
  Q_INTERFACES(PeerPage)
  Q_PLUGIN_METADATA(IID "org.example.PeerPage")

public:
  int use() override {
    connect(this, &Peer0000Page::changed, this, [this](int index) { shown += nodes[index].title.size(); });
    connect(this, &Peer0000Page::selected, this, [this](const QString &title) { shown += title.size(); });
    connect(this, &Peer0000Page::finished, this, [this] { shown += heading.size() + hint.size(); });
    for (int index = 0; index < 50; index++) {
      nodes.append({QString("Contact %1").arg(index), QString("met in the year %1").arg(1970 + index)});
      emit changed(index);
    }
    emit selected(nodes.last().title);
    emit finished();
    return shown;
  }

signals:
  void changed(int index);
  void selected(const QString &title);
  void finished();

private:
  QString heading = "Contacts", hint = "part of a name or of a note";
  QVector<Node> nodes;
  int shown = 0;
};

#include "qt-page.moc"
