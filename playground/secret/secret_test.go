package secret

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func TestSignatures(t *testing.T) {
	k := New()
	seats, receipts := k.For("seat"), k.For("receipt")
	signature := seats.Sign([]byte("a"))
	if len(signature) != SignatureLength || !k.For("seat").Check([]byte("a"), signature) {
		t.Errorf("expected a signature that its signer knows again, found %q", signature)
	}
	for name, wrong := range map[string]bool{
		"another message": seats.Check([]byte("b"), signature),
		"another purpose": receipts.Check([]byte("a"), signature),
		"another key":     New().For("seat").Check([]byte("a"), signature),
		"half of it":      seats.Check([]byte("a"), signature[:11]),
		"nothing":         seats.Check([]byte("a"), ""),
	} {
		if wrong {
			t.Errorf("%s: expected no valid signature", name)
		}
	}
}

// TestKeyFile has many servers start at once: they all get the same key, and so does the next.
func TestKeyFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "state", "key")
	keys := make([]Key, 20)
	var all sync.WaitGroup
	for i := range keys {
		all.Go(func() {
			k, err := Load(name)
			if err != nil {
				t.Error(err)
			}
			keys[i] = k
		})
	}
	all.Wait()
	for _, k := range keys {
		if k != keys[0] || k == (Key{}) {
			t.Fatal("expected one key for all, found two")
		}
	}
	left, err := os.ReadDir(filepath.Dir(name))
	if err != nil || len(left) != 1 {
		t.Errorf("expected the key alone in its folder, found %v, %v", left, err)
	}
}

func TestBadKeyFiles(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct {
		text, want string
		mode       os.FileMode
	}{
		"short":    {"abcd\n", "expected 64 hexadecimal digits", 0o600},
		"letters":  {strings.Repeat("xy", 32), "expected 64 hexadecimal digits", 0o600},
		"long":     {strings.Repeat("ab", 3200), "expected 64 hexadecimal digits", 0o600},
		"readable": {strings.Repeat("ab", 32), "chmod 600", 0o644},
	} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(c.text), c.mode); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(file); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: expected `%s`, found %v", name, c.want, err)
		}
	}
	if _, err := Load(dir); err == nil || !strings.Contains(err.Error(), "found something else") {
		t.Errorf("a folder: found %v", err)
	}
	if _, err := Load(filepath.Join(dir, "short", "key")); err == nil {
		t.Error("below a file: expected an error, found none")
	}
}
