// Package secret keeps the key with which the server signs what it gives to browsers and
// must recognize later: seats and receipts.
package secret

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// size is the length of a key in bytes.
const size = 32

// Key is a server's secret.
type Key struct{ bytes [size]byte }

// New returns a fresh random key.
func New() Key {
	var k Key
	_, _ = rand.Read(k.bytes[:]) // never fails
	return k
}

// Load reads a key from a file of 64 hexadecimal digits. If there is no file, it makes a
// fresh key and stores it there; it also makes folders. Two servers that start at the same
// moment get the same key.
//
// Errors: the file can be read or written by others than its owner, is no regular file,
// has other contents, or cannot be made.
func Load(name string) (Key, error) {
	k, err := read(name)
	if !errors.Is(err, fs.ErrNotExist) {
		return k, err
	}
	if err := keep(name, New()); err != nil {
		return Key{}, fmt.Errorf("expected a place for the server's key at `%s`, found this: %w", name, err)
	}
	return read(name)
}

// keep writes a key to a file unless the file exists by now.
func keep(name string, k Key) error {
	dir := filepath.Dir(name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".key-") // only its owner can read it
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = fmt.Fprintln(f, hex.EncodeToString(k.bytes[:]))
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err = os.Link(f.Name(), name); errors.Is(err, fs.ErrExist) {
		return nil // another server was quicker: its key counts
	}
	return err
}

// read reads an existing file.
func read(name string) (Key, error) {
	var k Key
	info, err := os.Lstat(name)
	switch {
	case err != nil:
		return k, err
	case !info.Mode().IsRegular():
		return k, fmt.Errorf("expected a file with the server's key at `%s`, found something else (%s)", name, info.Mode().Type())
	case info.Mode().Perm()&0o077 != 0:
		return k, fmt.Errorf("expected that only its owner can read the key file `%s`, found that others can (%s); run `chmod 600 %s`", name, info.Mode().Perm(), name)
	}
	f, err := os.Open(name)
	if err != nil {
		return k, fmt.Errorf("expected that the server can read its key file `%s`, found this: %w", name, err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, 4*size))
	if err != nil {
		return k, err
	}
	digits, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(digits) != size {
		return k, fmt.Errorf("expected %d hexadecimal digits in the key file `%s`, found something else; remove it, and a fresh one is made (seats and receipts signed with the old one are then void)", 2*size, name)
	}
	copy(k.bytes[:], digits)
	return k, nil
}

// Signer signs for one purpose: the Check of another purpose does not accept its
// signatures.
type Signer struct{ key []byte }

// For returns the signer for a purpose.
func (k Key) For(purpose string) Signer {
	mac := hmac.New(sha256.New, k.bytes[:])
	mac.Write([]byte("unbox " + purpose))
	return Signer{mac.Sum(nil)}
}

// SignatureLength is the length of signatures, in bytes of their text.
const SignatureLength = 22

// Sign returns the signature of a message: 16 bytes of an HMAC with SHA-256, in base64url.
func (s Signer) Sign(message []byte) string {
	mac := hmac.New(sha256.New, s.key)
	mac.Write(message)
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16])
}

// Check reports whether a signature is this signer's, of this message.
func (s Signer) Check(message []byte, signature string) bool {
	return hmac.Equal([]byte(signature), []byte(s.Sign(message)))
}
