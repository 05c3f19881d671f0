package run

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	// maxModules is the maximum number of modules in a store: other versions of the program
	// may be using the same folder.
	maxModules = 3
	// unfinishedName begins the folder of a module that is being compiled.
	unfinishedName = "unfinished-"
	// unfinishedTime is the age after which an unfinished folder is not being
	// written any more.
	unfinishedTime = time.Hour
)

// removeOld removes the least recently used modules, and what was left by killed
// processes. A process that uses a removed module has read it already, or compiles it
// again.
func (s store) removeOld() {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return // the folder is still usable
	}
	var used []fs.FileInfo
	for _, entry := range entries {
		info, err := entry.Info()
		switch {
		case err != nil:
		case strings.HasPrefix(entry.Name(), compiledName) && strings.HasSuffix(entry.Name(), listEnd):
			used = append(used, info)
		case strings.HasPrefix(entry.Name(), unfinishedName) && time.Since(info.ModTime()) > unfinishedTime:
			_ = os.RemoveAll(filepath.Join(s.dir, entry.Name())) // tried again the next time
		}
	}
	slices.SortFunc(used, func(a, b fs.FileInfo) int { return cmp.Compare(b.ModTime().UnixNano(), a.ModTime().UnixNano()) })
	for _, old := range used[min(maxModules, len(used)):] {
		list := filepath.Join(s.dir, old.Name())
		if os.Remove(list) == nil { // without its list the rest is not used
			_ = os.RemoveAll(strings.TrimSuffix(list, listEnd) + folderEnd)
		}
	}
}
