package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"unbox/internal/child/childtest"
	"unbox/playground"
	"unbox/static"
	"unbox/static/build"
	"unbox/workers"
)

// TestMain lets this binary be the worker of the servers that tests start in it.
func TestMain(m *testing.M) {
	workers.Main(roles()...)
	if len(os.Args) > 1 && os.Args[1] == "as-serve" { // a server as a process of its own
		os.Args = append(os.Args[:1], os.Args[2:]...)
		main()
	}
	os.Exit(m.Run())
}

var noEnv environment

func TestParseOptions(t *testing.T) {
	env := environment{"UNBOX_ADDR": ":9", "UNBOX_LOG_FORMAT": "json", "UNBOX_LOG_LEVEL": "warn", "UNBOX_SHUTDOWN_TIMEOUT": "3s"}
	o, err := parseOptions([]string{"--addr", "[::1]:80"}, env, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if o.addr != "[::1]:80" || o.logFormat != "json" || o.logLevel != slog.LevelWarn || o.shutdownTimeout != 3*time.Second {
		t.Errorf("got %+v", o)
	}
	o, err = parseOptions(nil, noEnv, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if o.addr != "127.0.0.1:8080" || o.logFormat != "text" || o.shutdownTimeout != 10*time.Second || !o.programs || !o.machineCode || !o.lessons || o.allowRoot {
		t.Errorf("defaults: got %+v", o)
	}
	if o.limits != playground.DefaultLimits() {
		t.Errorf("defaults: expected %+v, found %+v", playground.DefaultLimits(), o.limits)
	}
}

// TestConfig reads settings from a file; the environment overrides it, and flags override both.
func TestConfig(t *testing.T) {
	file := filepath.Join(t.TempDir(), "unbox.conf")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("\ufeff# where\naddr = :1\nlog-format=json\n\n  keep =  24h \r\nallow-root = on\n")
	env := environment{"UNBOX_LOG_FORMAT": "text", "UNBOX_CONFIG": file}
	o, err := parseOptions([]string{"--addr", ":2"}, env, io.Discard)
	if err != nil || o.addr != ":2" || o.logFormat != "text" || o.keep != 24*time.Hour || !o.allowRoot {
		t.Errorf("expected the flag, the variable, then the file, found %+v, %v", o, err)
	}
	for _, form := range [][]string{{"--config", file}, {"--config=" + file}, {"-config", file}} {
		if o, err := parseOptions(form, noEnv, io.Discard); err != nil || o.addr != ":1" {
			t.Errorf("%v: expected the file's address, found %q, %v", form, o.addr, err)
		}
	}
	for text, want := range map[string]string{
		"addr :1\n":                        "unbox.conf:1: expected a flag's name, `=` and a value",
		"\nport = 1":                       "unbox.conf:2: expected the name of a flag without hyphens, found `port`",
		"alowed-hosts = a":                 "found `alowed-hosts`; the nearest name is `allowed-hosts`",
		"UNBOX_DATA = a":                   "found `UNBOX_DATA`; the nearest name is `data`",
		"keep = soon":                      "unbox.conf:1: `keep`: expected a time such as `20s`",
		"addr=:1\n#\naddr=:2":              "unbox.conf:3: expected `addr` once, found it in line 1, too",
		"version = on":                     "expected the name of a flag without hyphens, found `version`",
		"config = another\n":               "expected the name of a flag without hyphens, found `config`",
		"--addr = :1":                      "expected the name of a flag without hyphens, found `--addr`; the nearest name is `addr`",
		"\xff\xfea\x00d\x00\n\x00":         "expected text in UTF-8, found another encoding, such as UTF-16",
		"a\x00d\x00d\x00r\x00":             "expected text in UTF-8",
		strings.Repeat("#\n", maxSettings): "expected at most 1048576 bytes, found more",
	} {
		write(text)
		if _, err := parseOptions([]string{"--config", file}, noEnv, io.Discard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: expected %q, found %v", text, want, err)
		}
	}
	if _, err := parseOptions([]string{"--config", file + "x"}, noEnv, io.Discard); err == nil || !strings.Contains(err.Error(), "--config: expected a file of settings") {
		t.Errorf("expected an error for an absent file, found %v", err)
	}
}

// TestMisspeltVariables names variables that begin like settings and are none, with the setting that may be meant.
func TestMisspeltVariables(t *testing.T) {
	env := environmentOf([]string{"UNBOX_ALOWED_HOSTS=a.example.org", "UNBOX_TLSCERT=a.pem", "UNBOX_SERVICE_HOST=10.0.0.1", "UNBOX_EMPTY=", "UNBOX_ADDR=:9", "UNBOXED=1", "HOME=/root"})
	o, err := parseOptions(nil, env, io.Discard)
	if err != nil || o.addr != ":9" {
		t.Fatalf("expected the address of the variable, found %q, %v", o.addr, err)
	}
	want := []strayVariable{{"UNBOX_ALOWED_HOSTS", "UNBOX_ALLOWED_HOSTS"}, {"UNBOX_SERVICE_HOST", ""}, {"UNBOX_TLSCERT", "UNBOX_TLS_CERT"}}
	if !slices.Equal(o.noSettings, want) {
		t.Errorf("expected %v, found %v", want, o.noSettings)
	}
	var stderr bytes.Buffer
	env["UNBOX_ADDR"] = "127.0.0.1:0"
	ctx, stop := context.WithCancel(t.Context())
	stop()
	run(ctx, []string{"--lessons", "off", "--machine-code", "off", "--key-file", "memory"}, env, io.Discard, &stderr)
	if want := "is ignored\" variable=UNBOX_ALOWED_HOSTS nearest=UNBOX_ALLOWED_HOSTS"; !strings.Contains(stderr.String(), want) {
		t.Errorf("expected the log to say %q, found %q", want, stderr.String())
	}
}

func TestBadFlags(t *testing.T) {
	tests := []struct {
		args []string
		env  string // value of UNBOX_LOG_LEVEL
		want string
	}{
		{[]string{"--port", "80"}, "", "serve: expected a flag, found `--port`\n"},
		{[]string{"--addr"}, "", "serve: --addr: expected a value, found none\n"},
		{[]string{"8080"}, "", "expected only flags, found `8080`"},
		{[]string{"--addr", "8080"}, "", "serve: --addr: expected HOST:PORT such as `127.0.0.1:8080`, with a port of at most 65535, found `8080`\n"},
		{[]string{"--log-format", "xml"}, "", "expected `text` or `json`, found `xml`"},
		{[]string{"--log-level", "loud"}, "", "expected `debug`, `info`, `warn` or `error`, found `loud`"},
		{[]string{"--shutdown-timeout", "-1s"}, "", "at least 0s"},
		{[]string{"--max-code", "many"}, "", "expected bytes such as `512KiB`"},
		{[]string{"--max-code", "99999999999GiB"}, "", "expected bytes such as `512KiB`"},
		{[]string{"--max-course", "6MiB"}, "", "--max-course: expected at most 5242880 bytes"},
		{[]string{"--max-upload", "64MiB"}, "", "--max-upload-bytes: expected at least"},
		{[]string{"--max-queue", "0"}, "", "expected a whole number from 1"},
		{[]string{"--programs", "perhaps"}, "", "expected `on` or `off`, found `perhaps`"},
		{[]string{"--trusted-proxies", "everybody"}, "", "found `everybody`"},
		{[]string{"--allowed-hosts", "https://unbox.example.org"}, "", "without port"},
		{[]string{"--proxy-header", "X-Real-IP"}, "", "`X-Forwarded-For` or `Forwarded`"},
		{[]string{"--tls-cert", "cert.pem"}, "", "expected --tls-cert and --tls-key together"},
		{[]string{"--acme", "localhost"}, "", "--acme: expected names such as `unbox.example.org`"},
		{[]string{"--acme", "192.168.1.20"}, "", "found `192.168.1.20`"},
		{[]string{"--acme", "*.example.org"}, "", "found `*.example.org`"},
		{[]string{"--acme", "unbox.example.org", "--tls-cert", "c.pem", "--tls-key", "k.pem"}, "", "expected --acme or --tls-cert, found both"},
		{[]string{"--alowed-hosts", "a"}, "", "expected a flag, found `--alowed-hosts`; the nearest name is `--allowed-hosts`"},
		{[]string{"--acme-email", "grace@example.org"}, "", "expected --acme with --acme-email"},
		{[]string{"--acme-directory", "http://ca.example.org/"}, "", "begins with `https://`"},
		{[]string{"--base-path", "/a b/"}, "", "--base-path: expected a path such as `/unbox/`"},
		{[]string{"--nats", "nats://127.0.0.1:1"}, "", "expected --key-file with --nats"},
		{[]string{"--nats", "nats://127.0.0.1:1", "--key-file", "memory"}, "", "expected --key-file with --nats"},
		{nil, "loud", "UNBOX_LOG_LEVEL"},
	}
	for _, tt := range tests {
		var stderr bytes.Buffer
		if code := run(t.Context(), tt.args, environment{"UNBOX_LOG_LEVEL": tt.env}, io.Discard, &stderr); code != exitUsage {
			t.Errorf("%q: got exit code %d, expected %d", tt.args, code, exitUsage)
		}
		if !strings.Contains(stderr.String(), tt.want) {
			t.Errorf("%q: got %q, expected it to contain %q", tt.args, stderr.String(), tt.want)
		}
	}
}

// TestACMENamesAreAllowed expects browsers to be let in by the names of the certificates, and by those that were listed.
func TestACMENamesAreAllowed(t *testing.T) {
	o, err := parseOptions([]string{"--acme", "Unbox.example.org., b.example.org", "--allowed-hosts", "c.example.org"}, noEnv, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"unbox.example.org": true, "b.example.org": true, "c.example.org": true, "d.example.org": false} {
		if o.hosts.Allows(name) != want {
			t.Errorf("%s: expected %v, found %v", name, want, !want)
		}
	}
	if o.scheme() != "https" {
		t.Errorf("expected an address with https, found %s", o.scheme())
	}
}

func TestUsageNamesEveryFlagAndVariable(t *testing.T) {
	var stdout bytes.Buffer
	if code := run(t.Context(), []string{"--help"}, noEnv, &stdout, io.Discard); code != exitGood {
		t.Errorf("got exit code %d, expected 0", code)
	}
	for _, name := range []string{"--addr HOST:PORT  (UNBOX_ADDR)", "--max-code SIZE  (UNBOX_MAX_CODE)", "--programs on|off  (UNBOX_PROGRAMS)", "(default 64KiB)"} {
		if !strings.Contains(stdout.String(), name) {
			t.Errorf("expected `%s` in the usage, found none", name)
		}
	}
	for _, line := range strings.Split(stdout.String(), "\n") {
		if len(line) > 80 {
			t.Errorf("expected at most 80 columns, found %d: %s", len(line), line)
		}
	}
}

// TestEveryLimitHasAFlag sets every number of the limits by its flag and by its variable.
func TestEveryLimitHasAFlag(t *testing.T) {
	o := options{}
	set := environment{}
	for _, s := range o.table() {
		if strings.HasPrefix(s.name, "max-") {
			set[s.variable()] = map[string]string{"SIZE": "48MiB", "N": "77", "TIME": "77s"}[s.value]
		}
	}
	set["UNBOX_MAX_CODE"], set["UNBOX_MAX_UPLOAD"], set["UNBOX_MAX_JOB"] = "2MiB", "3MiB", "4MiB"
	set["UNBOX_MAX_COURSE"] = "1MiB"
	o, err := parseOptions(nil, set, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	limits, defaults := reflect.ValueOf(o.limits), reflect.ValueOf(playground.DefaultLimits())
	for i := range limits.NumField() {
		if limits.Field(i).Equal(defaults.Field(i)) {
			t.Errorf("expected a flag that sets %s, found none", limits.Type().Field(i).Name)
		}
	}
}

func TestKeyIsKept(t *testing.T) {
	log := slog.New(slog.DiscardHandler)
	t.Setenv("STATE_DIRECTORY", t.TempDir())
	first, err := options{}.key(log)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := (options{}).key(log); err != nil || again != first {
		t.Errorf("expected the same key after a restart, found another, %v", err)
	}
	if other, err := (options{keyFile: "memory"}).key(log); err != nil || other == first {
		t.Errorf("expected a key of its own, found the kept one, %v", err)
	}
	if _, err := (options{keyFile: t.TempDir()}).key(log); err == nil {
		t.Error("expected an error for a folder, found none")
	}
	t.Setenv("STATE_DIRECTORY", "/dev/null")
	if _, err := (options{}).key(log); err != nil {
		t.Errorf("expected a key without a place for it, found %v", err)
	}
}

func TestTakenPort(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var stderr bytes.Buffer
	if code := run(t.Context(), []string{"--addr", l.Addr().String()}, noEnv, io.Discard, &stderr); code != exitFailed {
		t.Errorf("got exit code %d, expected %d", code, exitFailed)
	}
	for _, want := range []string{l.Addr().String(), "another program listens there", "--addr"} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("got %q, expected it to contain %q", stderr.String(), want)
		}
	}
	if left := childtest.List(t); len(left) > 0 {
		t.Errorf("expected no worker for a server that cannot listen, found %v", left)
	}
}

func TestAddress(t *testing.T) {
	tests := map[string]net.TCPAddr{
		"://127.0.0.1:80/":   {IP: net.IPv4(127, 0, 0, 1), Port: 80},
		"://localhost:8080/": {IP: net.IPv6unspecified, Port: 8080},
		"://[::1]:8080/":     {IP: net.IPv6loopback, Port: 8080},
	}
	for want, addr := range tests {
		if got := address(&addr); got != want {
			t.Errorf("got %s, expected %s", got, want)
		}
	}
}

// TestReachable picks what others may type from the addresses of a machine.
func TestReachable(t *testing.T) {
	machine := func(all ...string) (addrs []net.Addr) {
		for _, text := range all {
			ip, network, err := net.ParseCIDR(text)
			if err != nil {
				t.Fatal(err)
			}
			addrs = append(addrs, &net.IPNet{IP: ip, Mask: network.Mask})
		}
		return addrs
	}
	for want, all := range map[string][]net.Addr{
		"[192.168.1.20 10.0.0.3]":      machine("127.0.0.1/8", "::1/128", "192.168.1.20/24", "fe80::1/64", "fd00::2/64", "169.254.3.4/16", "10.0.0.3/8"),
		"[fd00::2]":                    machine("127.0.0.1/8", "fd00::2/64"),
		"[]":                           machine("127.0.0.1/8", "::1/128"),
		"[10.0.0.1 10.0.0.2 10.0.0.3]": machine("10.0.0.1/8", "10.0.0.2/8", "10.0.0.3/8", "10.0.0.4/8"),
	} {
		if found := fmt.Sprint(reachable(all)); found != want {
			t.Errorf("%v: expected %s, found %s", all, want, found)
		}
	}
}

// TestBinary builds the real program and uses it as its users do: it has to
// answer at once and to stop at a signal.
func TestBinary(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "serve")
	if err := build.PackSources(build.Options{Root: "../.."}); err != nil {
		t.Fatal(err)
	}
	compile := exec.Command("go", "build", "-o", binary, "-tags", "packed", "-ldflags", "-s -w -X unbox/internal/version.stamp=v9.8.7", ".")
	compile.Env = append(os.Environ(), "CGO_ENABLED=0") // as `make build` does
	if out, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	out, err := exec.Command(binary, "--version").CombinedOutput()
	if err != nil || !strings.HasPrefix(string(out), "unbox v9.8.7 go") {
		t.Errorf("--version: got %q, %v, expected the stamped version", out, err)
	}

	if runtime.GOOS == "linux" {
		expectStatic(t, binary)
	}
	expectSmall(t, binary)
	t.Run("in a container", func(t *testing.T) { inContainer(t, binary) })

	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	serve := exec.CommandContext(ctx, binary, "--addr", "127.0.0.1:0")
	serve.Env = append(os.Environ(), "UNBOX_LOG_FORMAT=json", "UNBOX_KEY_FILE=memory")
	stdout, err := serve.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	serve.Stderr = &stderr
	start := time.Now()
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 200)
	n, err := stdout.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	url := regexp.MustCompile(`http://\S+`).FindString(string(line[:n]))
	r, err := http.Get(url + "healthz")
	if err != nil {
		t.Fatalf("%q: %v", line[:n], err)
	}
	r.Body.Close()
	if r.StatusCode != http.StatusOK {
		t.Errorf("first answer: expected 200, found %d", r.StatusCode)
	}
	t.Logf("first answer after %v", time.Since(start))
	if err := serve.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := serve.Wait(); err != nil {
		t.Errorf("after SIGTERM: got %v, expected exit code 0\n%s", err, stderr.String())
	}
	if !strings.Contains(stderr.String(), `"msg":"shutting down"`) {
		t.Errorf("expected a record of the shutdown as JSON, found %s", stderr.String())
	}
}

// maxProgram is the maximum size of the program without the page that is in it, in bytes. What makes it larger should be worth it: often
// a library is linked of which little is used, or a table that leads to everything is made when the program starts.
const maxProgram = 36<<20 + 512<<10

// expectSmall compares the size of a program with the limit. The page is left out: tests compress it in less time than a release.
func expectSmall(t *testing.T, program string) {
	t.Helper()
	info, err := os.Stat(program)
	if err != nil {
		t.Fatal(err)
	}
	size := info.Size()
	err = fs.WalkDir(static.Files(), ".", func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			size -= info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if size > maxProgram {
		t.Errorf("expected a program of at most %d bytes without the page, found %d", maxProgram, size)
	}
}

func TestBadCourse(t *testing.T) {
	empty := t.TempDir()
	tests := []struct{ dir, want string }{
		{"absent", "--course: expected the folder of a course, a ZIP file of one or the address of a Git repository, found `absent`: no such file or directory"},
		{empty, "--course: `" + empty + "` cannot be used; `unbox lesson lint` says the same:\n.: expected a folder such as `01-first-chapter`"},
	}
	for _, tt := range tests {
		if _, err := (options{coursePlace: tt.dir}).course(t.Context(), slog.New(slog.DiscardHandler)); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: expected %q, found %v", tt.dir, tt.want, err)
		}
	}
}
