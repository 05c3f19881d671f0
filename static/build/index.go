package build

import (
	"fmt"
	"os"
	"regexp"
)

// assetRef is a reference of index.html to an asset by its logical name.
var assetRef = regexp.MustCompile(`/assets/([A-Za-z0-9._-]+)`)

// addIndex adds static/index.html with the hashed name in place of every
// logical one: /assets/main.js becomes /assets/main.<hash>.js.
//
// Errors: index.html names an asset that is not built.
func addIndex(o Options, out *output) error {
	page, err := os.ReadFile(o.static("index.html"))
	if err != nil {
		return err
	}
	var missing error
	page = assetRef.ReplaceAllFunc(page, func(ref []byte) []byte {
		name := string(assetRef.FindSubmatch(ref)[1])
		if _, ok := out.manifest[name]; !ok {
			missing = fmt.Errorf("static/index.html: expected the name of a built asset, found `%s`", ref)
			return ref
		}
		return []byte(out.url(name))
	})
	if missing != nil {
		return missing
	}
	out.add("index.html", page)
	return nil
}
