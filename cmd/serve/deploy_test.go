package main

import (
	"bufio"
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"unbox"
	"unbox/static"
)

// deploy is where the files for administrators are.
const deploy = "../../deploy/"

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// expectVariables expects every variable that a text names to be one of a flag.
func expectVariables(t *testing.T, name, text string) {
	t.Helper()
	var known []string
	for _, s := range new(options).table() {
		known = append(known, s.variable())
	}
	for _, v := range regexp.MustCompile(`UNBOX_[A-Z_]+`).FindAllString(text, -1) {
		if !slices.Contains(known, v) {
			t.Errorf("%s: expected the variable of a flag, found `%s`", name, v)
		}
	}
}

// TestUnit reads the settings of the systemd unit as the server does, and has systemd look at it: for mistakes, and for what the service
// may do. A flag for the folder could not be overridden in the file of variables: with --nats beside it, no server would share its classes.
func TestUnit(t *testing.T) {
	text := read(t, deploy+"unbox.service")
	expectVariables(t, "unbox.service", text)
	line := regexp.MustCompile(`(?m)^ExecStart=(\S+)$`).FindStringSubmatch(text)
	variables := regexp.MustCompile(`(?m)^Environment=(.*)$`).FindStringSubmatch(text)
	if line == nil || variables == nil {
		t.Fatal("expected ExecStart without flags, and Environment, found others")
	}
	env := environmentOf(strings.Fields(strings.NewReplacer("%S", "/var/lib", "%C", "/var/cache").Replace(variables[1])))
	o, err := parseOptions(nil, env, io.Discard)
	if err != nil || o.dataDir != "/var/lib/unbox/classes" || o.cacheDir != "/var/cache/unbox" {
		t.Errorf("expected the flags of a server with classes in its own folders, found %+v, %v", o, err)
	}
	systemd, err := exec.LookPath("systemd-analyze")
	if err != nil {
		missing(t, "systemd-analyze")
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	unit := filepath.Join(t.TempDir(), "unbox.service")
	if err := os.WriteFile(unit, []byte(strings.ReplaceAll(text, line[1], program)), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(systemd, "verify", "--man=no", unit).CombinedOutput(); err != nil || strings.Contains(string(out), "unbox.service") {
		t.Errorf("expected a unit without mistakes, found %v: %s", err, out)
	}
	if out, err := exec.Command(systemd, "security", "--offline=yes", "--threshold=20", unit).CombinedOutput(); err != nil {
		if strings.Contains(string(out), "unrecognized option") {
			missing(t, "systemd that looks at files, 250 or later")
		}
		t.Errorf("expected an exposure of at most 2.0, found %v: %s", err, out)
	}
}

// directives are the values of a directive in a container file, in order.
func directives(text, name string) (values []string) {
	for _, m := range regexp.MustCompile(`(?m)^`+name+` (.*)$`).FindAllStringSubmatch(text, -1) {
		values = append(values, m[1])
	}
	return values
}

// TestContainerFile expects the container file to name what there is.
func TestContainerFile(t *testing.T) {
	text := read(t, deploy+"Containerfile")
	expectVariables(t, "Containerfile", text)
	last := lastPart(text)
	if !strings.Contains(last, "COPY --from=build /unbox/bin/serve /serve\n") || !strings.Contains(last, `ENTRYPOINT ["/serve"]`) || !strings.Contains(read(t, "../../Makefile"), "-o bin/ ./cmd/serve") {
		t.Errorf("expected the program that `make build` makes, found %s", last)
	}
}

// lastPart is the part of a container file that makes the image.
func lastPart(text string) string {
	_, last, _ := strings.Cut(text, "FROM scratch\n")
	return last
}

// inContainer makes what the container file's last part makes, as far as files, user and variables go, and runs the program in it: a folder
// with the program and nothing else, which cannot be written to but for /data, as a user that nobody knows, without privileges and no way to get
// any (--read-only, --cap-drop all, no-new-privileges). It has to be root for that.
func inContainer(t *testing.T, program string) {
	last := lastPart(read(t, deploy+"Containerfile"))
	if runtime.GOOS != "linux" || os.Getuid() != 0 {
		t.Skip("only root on Linux can change the root folder")
	}
	root := t.TempDir()
	if err := os.Link(program, filepath.Join(root, "serve")); err != nil {
		t.Skip(err)
	}
	user := directives(last, "USER")[0]
	for _, dir := range []string{"data", "proc"} {
		if err := os.Mkdir(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Chmod(root, 0o755), os.Chown(filepath.Join(root, "data"), 65532, 65532)); err != nil || user != "65532:65532" {
		t.Fatal(user, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	// A mount of a namespace of its own goes with it.
	cmd := exec.CommandContext(ctx, "unshare", "--mount", "--propagation", "private", "sh", "-c",
		`mount --bind "$0" "$0" && mount --bind "$0/data" "$0/data" && mount --bind /proc "$0/proc" && mount -o remount,ro,bind "$0" && ! touch "$0/serve" 2>/dev/null &&
		exec setpriv --no-new-privs chroot --userspec="$1" "$0" /serve --addr 127.0.0.1:0 --log-format json`, root, user)
	cmd.Env = append(directives(last, "ENV"), "PATH="+os.Getenv("PATH"))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Skipf("no namespaces here: %v", err)
	}
	address := ""
	for lines := bufio.NewScanner(out); address == "" && lines.Scan(); {
		address = regexp.MustCompile(`http://\S+`).FindString(lines.Text())
	}
	if address == "" {
		_ = cmd.Wait()
		if strings.Contains(said.String(), "ermi") { // "Operation not permitted" of unshare and mount
			t.Skipf("no namespaces here: %s", said.String())
		}
		t.Fatalf("expected a server, found %s", said.String())
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	status := read(t, fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
	for _, want := range []string{"Uid:\t65532\t", "CapPrm:\t0000000000000000\n", "CapEff:\t0000000000000000\n", "NoNewPrivs:\t1\n"} {
		if !strings.Contains(status, want) {
			t.Errorf("expected %q of the process, found %s", want, status)
		}
	}
	expectReady(ctx, t, address, &said)
	cancel()
	_ = cmd.Wait()
	for _, name := range []string{"data/unbox/server.key", "data/classes"} {
		if _, err := os.Stat(filepath.Join(root, name)); errors.Is(err, fs.ErrNotExist) {
			t.Errorf("expected %s to be kept, found none", name)
		}
	}
}

// expectReady waits until lessons run; where the page was not built, only whether the server is up.
func expectReady(ctx context.Context, t *testing.T, address string, said fmt.Stringer) {
	t.Helper()
	path := "readyz"
	if err := static.Check(unbox.Fingerprint()); err != nil && !errors.Is(err, static.ErrStale) {
		path = "healthz"
	}
	for {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, address+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatalf("expected a server that is ready, found %v; it said %s", err, said.String())
		}
		_, _ = io.Copy(io.Discard, answer.Body)
		_ = answer.Body.Close()
		if answer.StatusCode == http.StatusOK {
			return
		}
	}
}

// expectStatic expects a program that needs nothing of the system.
func expectStatic(t *testing.T, name string) {
	t.Helper()
	file, err := elf.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	libraries, err := file.ImportedLibraries()
	if err != nil || len(libraries) > 0 || file.Section(".interp") != nil {
		t.Errorf("expected a program without libraries, found %v, %v", libraries, err)
	}
}
