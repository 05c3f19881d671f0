package native

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// A region that the system does not allow to grow stays as it is, and returns an error:
// code that went on would write outside it.
func TestRegionThatCannotGrow(t *testing.T) {
	file, err := os.Open("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	// Memory of a file that is open for reading can never be written.
	readOnly, err := unix.Mmap(int(file.Fd()), 0, pages(1), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Munmap(readOnly)
	r := &running{region: &region{heap: readOnly[:0]}}
	if r.Grow(1) {
		t.Error("expected that memory of a file that is open for reading does not become writable, found that it does")
	}
	if r.size != 0 || len(r.region.heap) != 0 {
		t.Errorf("expected a region that is empty still, found %d and %d bytes", r.size, len(r.region.heap))
	}
	if r.Grow(maxRegion + 1) {
		t.Error("expected no region beyond its limit, found one")
	}
	if !r.Grow(0) {
		t.Error("expected that nothing more is always there, found that it is not")
	}
}
