package build

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Packages fetches the npm packages of static/package-lock.json with `npm ci`,
// unless exactly these have been fetched before.
//
// Errors: Node.js is missing, or the message of npm.
func Packages(ctx context.Context, o Options) error {
	lock, err := os.ReadFile(o.static("package-lock.json"))
	if err != nil {
		return err
	}
	sum := sha256.Sum256(lock)
	want := hex.EncodeToString(sum[:])
	// The stamp is in node_modules, so that deleting the folder deletes it, too.
	stamp := o.static("node_modules", ".unbox-lock")
	if have, err := os.ReadFile(stamp); err == nil && string(have) == want {
		return nil
	}
	if _, err := exec.LookPath("npm"); err != nil {
		return errors.New("expected `npm` (part of Node.js 20 or later) on the PATH, found none: install it from https://nodejs.org or with your package manager")
	}
	o.logf("npm ci (static/package-lock.json is new or changed)")
	cmd := exec.CommandContext(ctx, "npm", "ci", "--no-audit", "--no-fund")
	cmd.Dir = o.static()
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("npm ci: %w\n%s", err, said.Bytes())
	}
	return os.WriteFile(filepath.Clean(stamp), []byte(want), 0o644)
}
