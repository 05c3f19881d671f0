// Package journal is what a class stands on: documents that are ordered by versions and kept. It says
// what a journal promises; package sqlite keeps one in a folder of this machine, and package journaltest
// holds every implementation to the same promises.
package journal

import (
	"context"
	"errors"
	"fmt"
)

// Document names a document: a class, and a name that is the document's own in it.
type Document struct{ Class, Name string }

// Update is one step of a document. Updates are numbered by versions, from 1 on and without gaps.
type Update struct {
	// Client says who made it, and Counter is a number of its own, such as a count by which a repeat is known as one.
	Client  string
	Counter uint64
	// Data is what the document's readers make something of; the journal does not look into it.
	Data []byte
}

// Snapshot is a document as it is after all updates up to a version.
type Snapshot struct {
	Version uint64
	Data    []byte
}

// History is what is kept of a document: a snapshot, then the updates after it.
type History struct {
	// Snapshot is the newest one; its version is 0 for a document that has none.
	Snapshot Snapshot
	// Updates begin with the version after the snapshot's, or after the one that the reader has.
	Updates []Update
	// First is the version of the first of Updates, also where there are none.
	First uint64
}

// Version returns the version of the last update; 0 for a document without any.
func (h History) Version() uint64 { return h.First + uint64(len(h.Updates)) - 1 }

// Committed tells that updates of a document are safe.
type Committed struct {
	Document Document
	// Version is that of the first of Updates. Where others write the document, too, there may be none:
	// it has come to the version before, and whoever is not there yet has to read what was missed.
	Version uint64
	Updates []Update
	// Gone tells that the document was deleted instead.
	Gone bool
}

// Journal keeps documents. Its methods may be called by several goroutines. What a method has
// acknowledged by returning no error outlives the end of the process and of the machine's power.
type Journal interface {
	// Append adds updates after a version, all of them or none, and returns when they are safe.
	//
	// Errors: a *VersionError if the document is at another version; ErrClosed; that of the context,
	// after which they may have been added all the same; or why nothing can be written.
	Append(ctx context.Context, d Document, after uint64, updates []Update) error
	// Read returns what a reader lacks who has all updates up to a version. A document that does not
	// exist has an empty history.
	//
	// Errors: ErrClosed, or why nothing can be read.
	Read(ctx context.Context, d Document, after uint64) (History, error)
	// Snapshot keeps a snapshot in the place of all updates up to its version, which are forgotten. A
	// snapshot that is older than the one that is kept changes nothing.
	//
	// Errors: a *VersionError if the document has not come that far; as Append.
	Snapshot(ctx context.Context, d Document, s Snapshot) error
	// Subscribe has a function told of all that is committed in a class from now on, in the order of
	// the versions, until cancel has returned. The function must not wait.
	//
	// Errors: ErrClosed.
	Subscribe(class string, told func(Committed)) (cancel func(), err error)
	// Delete forgets documents; one with an empty name stands for all documents of its class. When it returns,
	// nothing of them can be read any more, and nothing is left in the journal's own files. To overwrite what was
	// there is most of the work, and is done once for all of them.
	//
	// Errors: as Append; some of them may be deleted all the same.
	Delete(ctx context.Context, all ...Document) error
}

// ErrClosed tells that a journal was closed.
var ErrClosed = errors.New("expected an open journal, found that it was closed")

// ErrLost tells that a journal that one server alone writes is another server's by now. What was not acknowledged
// may have been written or not.
var ErrLost = errors.New("expected to be the one server that writes, found that another one is by now")

// VersionError tells that a document is not at the version that was expected.
type VersionError struct {
	Document        Document
	Expected, Found uint64
}

func (e *VersionError) Error() string {
	return fmt.Sprintf("expected version %d of `%s` in the class `%s`, found version %d", e.Expected, e.Document.Name, e.Document.Class, e.Found)
}
