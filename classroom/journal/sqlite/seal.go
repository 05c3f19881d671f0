package sqlite

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
)

// This file is about the checksum of a backup. SQLite notices a page that cannot be one, but not a letter that another one has replaced. The
// checksum is in the file's header, where SQLite's format has 20 bytes for later use, which are 0 in a backup of an earlier version: so a backup is still
// one file that SQLite reads, and an earlier version of this program restores it, which the way back after an upgrade needs.

const (
	// sealAt and sealLength are where the checksum is: SQLite's file format, section 1.3.
	sealAt, sealLength = 72, 20
	// headerLength is the length of SQLite's header.
	headerLength = 100
)

// noSeal is what a file without a checksum has in its place.
var noSeal [sealLength]byte

// sealOf returns the checksum that a file has, and the one that it should have: the beginning of the SHA-256 of it all, with
// 0 in the place of the checksum.
func sealOf(f io.Reader) (found, want [sealLength]byte, err error) {
	header := make([]byte, headerLength)
	if _, err := io.ReadFull(f, header); err != nil {
		return found, want, err
	}
	copy(found[:], header[sealAt:])
	copy(header[sealAt:], noSeal[:])
	digest := sha256.New()
	if _, err := io.Copy(digest, io.MultiReader(bytes.NewReader(header), f)); err != nil {
		return found, want, err
	}
	copy(want[:], digest.Sum(nil))
	return found, want, nil
}

// seal writes the checksum into a file that changes no more.
func seal(file string) error {
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	_, want, err := sealOf(f)
	if err == nil {
		_, err = f.WriteAt(want[:], sealAt)
	}
	return errors.Join(err, f.Close())
}

// unseal removes the checksum from a file that is about to change.
func unseal(file string) error {
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(noSeal[:], sealAt)
	return errors.Join(err, f.Close())
}

// checkSeal compares the contents of a file with its checksum, if it has one; name is the file's name for the user.
func checkSeal(file, name string) (sealed bool, err error) {
	f, err := os.Open(file)
	if err != nil {
		return false, err
	}
	defer f.Close()
	found, want, err := sealOf(f)
	switch {
	case err != nil:
		return false, fmt.Errorf("expected a backup that can be read, found this at `%s`: %w", name, err)
	case found == noSeal:
		return false, nil
	case found != want:
		return true, fmt.Errorf("expected the contents for which this backup has a checksum, found a damaged one at `%s`: something in it has changed since it was written; use another copy", name)
	}
	return true, nil
}
