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
	// maxModules is how many modules a store keeps: other versions of the program may be using
	// the same folder.
	maxModules = 3
	// unfinishedName begins the folder of a module that is being compiled.
	unfinishedName = "unfinished-"
	// unfinishedTime is how long after it began nobody compiles any more.
	unfinishedTime = time.Hour
)

// removeOld removes the modules that were not used for longest, and what was left by a
// process that was killed. Whoever uses a module that is removed has read it already, or
// compiles it anew.
func (s store) removeOld() {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return // the folder is of use all the same
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
		if os.Remove(list) == nil { // without its list nobody trusts the rest
			_ = os.RemoveAll(strings.TrimSuffix(list, listEnd) + folderEnd)
		}
	}
}
