// Package journal defines the storage of classes: durable documents whose updates are ordered by
// versions. It says what a journal guarantees; package sqlite keeps one in a folder of this machine, and
// package journaltest tests every implementation for the same guarantees.
package journal

import (
	"context"
	"errors"
	"fmt"
)

// Document names a document: a class, and a name that is unique in it.
type Document struct{ Class, Name string }

// Update is one step of a document. Updates are numbered by versions, from 1 and without gaps.
type Update struct {
	// Client says who made it, and Counter is the client's own number, such as a count by which a repeated update is
	// recognized.
	Client  string
	Counter uint64
	// Data is for the document's readers; the journal does not interpret it.
	Data []byte
}

// Snapshot is a document as it is after all updates up to a version.
type Snapshot struct {
	Version uint64
	Data    []byte
}

// History is what is stored of a document: a snapshot, then the updates after
// it.
type History struct {
	// Snapshot is the newest one; its version is 0 for a document that has none.
	Snapshot Snapshot
	// Updates begin with the version after the snapshot's, or after the one that the reader has.
	Updates []Update
	// First is the version of the first of Updates, even where there are none.
	First uint64
}

// Version returns the version of the last update; 0 for a document without
// updates.
func (h History) Version() uint64 { return h.First + uint64(len(h.Updates)) - 1 }

// Committed reports that updates of a document are safe.
type Committed struct {
	Document Document
	// Version is that of the first of Updates. If others write the document, too, there may be none:
	// the document has reached the version before, and a reader that has not has to read what it
	// missed.
	Version uint64
	Updates []Update
	// Gone means that the document was deleted instead.
	Gone bool
}

// Journal keeps documents. It is safe for concurrent use. What a method has acknowledged by
// returning no error survives a crash of the process and a power failure.
type Journal interface {
	// Append adds updates after a version, all of them or none, and returns when they are safe.
	//
	// Errors: a *VersionError if the document is at another version; ErrClosed; that of the context,
	// after which they may still have been added; or the reason why nothing can be written.
	Append(ctx context.Context, d Document, after uint64, updates []Update) error
	// Read returns what a reader lacks that has all updates up to a version. A document that does
	// not exist has an empty history.
	//
	// Errors: ErrClosed, or the reason why nothing can be read.
	Read(ctx context.Context, d Document, after uint64) (History, error)
	// Snapshot stores a snapshot, which replaces all updates up to its version. A snapshot older than
	// the stored one changes nothing.
	//
	// Errors: a *VersionError if the document has not come that far; as Append.
	Snapshot(ctx context.Context, d Document, s Snapshot) error
	// Subscribe calls a function for everything that is committed in a class from now on, in the
	// order of the versions, until cancel has returned. The function must not block.
	//
	// Errors: ErrClosed.
	Subscribe(class string, told func(Committed)) (cancel func(), err error)
	// Delete forgets documents; one with an empty name stands for all documents of its class. When it returns,
	// nothing of them can be read any more, and nothing is left in the journal's own files. Overwriting the data
	// is most of the work, and is done once for all of them.
	//
	// Errors: as Append; some of them may have been deleted even so.
	Delete(ctx context.Context, all ...Document) error
}

// ErrClosed means that a journal was closed.
var ErrClosed = errors.New("expected an open journal, found that it was closed")

// ErrLost means that another server has taken over a journal with a single writer. What was not acknowledged may
// or may not have been written.
var ErrLost = errors.New("expected to be the one server that writes, found that another one is by now")

// VersionError means that a document is not at the expected version.
type VersionError struct {
	Document        Document
	Expected, Found uint64
}

func (e *VersionError) Error() string {
	return fmt.Sprintf("expected version %d of `%s` in the class `%s`, found version %d", e.Expected, e.Document.Name, e.Document.Class, e.Found)
}
