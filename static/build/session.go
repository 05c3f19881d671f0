package build

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// sessionFrame is the page of a saved session, with marks for its script, the script's hash and the session. The code that saves a
// session inserts it (static/src/workshop/kept.ts, cmd/unbox/workshop.go).
//
//go:embed session.html
var sessionFrame string

// addSession makes that page with its script. Its policy allows only this script, by its hash: nothing else in a session can run.
func addSession(o Options, out *output) error {
	const entry = "unbox-session"
	player := aloneOptions(o)
	player.EntryPoints = []string{"src/" + entry + ".tsx"}
	if o.SourceMaps {
		player.Sourcemap = api.SourceMapNone // there is no place for it in a page
	}
	made := newOutput()
	if err := bundleAlone(o, made, player); err != nil {
		return err
	}
	script := string(made.files[entry+".js"])
	sum := sha256.Sum256([]byte(script))
	page := strings.NewReplacer("__HASH__", "sha256-"+base64.StdEncoding.EncodeToString(sum[:]), "__SCRIPT__", script).Replace(sessionFrame)
	out.addHashed("session.html", []byte(page))
	return nil
}
