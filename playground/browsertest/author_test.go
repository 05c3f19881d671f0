package browsertest

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// serveCourse starts the program as an author does, `unbox lesson serve DIR`, and returns a site with its address.
func serveCourse(t *testing.T, dir string) *Site {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "unbox")
	// Without names for debuggers it is linked in half the time.
	build := exec.Command("go", "build", "-ldflags", "-s -w", "-o", binary, "../../cmd/unbox")
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // as `make build` does
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	serve := exec.CommandContext(t.Context(), binary, "lesson", "serve", "--addr", "127.0.0.1:0", dir)
	serve.Cancel = func() error { return serve.Process.Signal(syscall.SIGTERM) }
	told, err := serve.StderrPipe()
	must(t, err)
	must(t, serve.Start())
	lines := bufio.NewScanner(told)
	address := regexp.MustCompile(`http://\S+:\d+/`)
	for lines.Scan() {
		if url := address.FindString(lines.Text()); url != "" {
			go func() { // what it tells later is on the pages as well; a full pipe would stop it
				for lines.Scan() {
				}
				_ = serve.Wait() // the end of the test has stopped it
			}()
			return &Site{URL: url}
		}
	}
	t.Fatalf("expected the address of the course, found an end (%v)", lines.Err())
	return nil
}

// TestAuthorSeesProblems breaks a fence of a course that is shown live: the page tells it behind the block that it is about, with the line, and
// in its list; when the file is mended, so is the page. Nobody reloads it.
func TestAuthorSeesProblems(t *testing.T) {
	long(t)
	t.Parallel()
	dir := t.TempDir()
	must(t, os.CopyFS(dir, os.DirFS("../../cmd/unbox/lesson_template")))
	step := filepath.Join(dir, "01-first-chapter", "01-first-step.md")
	text, err := os.ReadFile(step)
	must(t, err)
	const right = "\n```hint\nThe name of an operation is `op.name`."
	if !strings.Contains(string(text), right) {
		t.Fatal("expected the second hint in the template, found none")
	}
	broken := strings.Replace(string(text), right, strings.Replace(right, "hint", "hnit", 1), 1)
	line := regexp.MustCompile("(?m)^```hnit")
	at := strings.Count(broken[:line.FindStringIndex(broken)[0]], "\n") + 1

	site := serveCourse(t, dir)
	tab := newcomer(t, site)
	must(t, tab.Open(site.URL+"lessons/first-chapter/first-step"))
	must(t, tab.Judged(""))
	must(t, tab.Wait(`!document.querySelector(".author-note")`))

	must(t, os.WriteFile(step, []byte(broken), 0o644))
	// What is behind the block has its line; that a hint is missing now is said of the file as a whole.
	must(t, tab.Wait(fmt.Sprintf(`[...document.querySelectorAll("aside.author-note")].some((n) => n.innerText.includes("01-first-step.md:%d ") && n.querySelector("pre")?.innerText.includes("hnit"))`, at)))
	must(t, tab.Wait(has("details.author-note[open] summary", "on this page")))
	// The list leads to the place.
	must(t, tab.Eval(`[...document.querySelectorAll("details.author-note a")].at(-1).click()`, nil))
	must(t, tab.Wait(`location.hash && document.querySelector(location.hash)?.matches("aside.author-note")`))

	must(t, os.WriteFile(step, text, 0o644))
	must(t, tab.Wait(`!document.querySelector(".author-note") && document.querySelector(".prose, main")`))
	must(t, tab.Judged(""))
}
