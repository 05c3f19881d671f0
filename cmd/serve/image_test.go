package main

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
)

// wantDeployed has the tests of deploy/ fail where they could not run: go test -args -deploy
var wantDeployed = flag.Bool("deploy", false, "also the test of the image; without systemd and podman, tests of the unit and of the image fail")

// missing skips a test for which something is not there, or fails it.
func missing(t *testing.T, what string) {
	t.Helper()
	if *wantDeployed {
		t.Fatal("expected " + what + ", found none")
	}
	t.Skip("there is no " + what + "; `make test-deploy` gets it where it may")
}

// authorities is where Debian has the certificates of authorities, in the image as on a machine.
const authorities = "/etc/ssl/certs/ca-certificates.crt"

// podman runs the program on images and containers of its own.
type podman struct{ flags []string }

func (p podman) command(ctx context.Context, args ...string) *exec.Cmd {
	return exec.CommandContext(ctx, "podman", append(p.flags[:len(p.flags):len(p.flags)], args...)...)
}

func (p podman) must(t *testing.T, args ...string) string {
	t.Helper()
	out, err := p.command(t.Context(), args...).CombinedOutput()
	if err != nil {
		t.Fatalf("podman %v: %v: %s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// TestImage builds the image of the container file and starts it as docs/operations.md says, twice with one volume. Only the earlier
// stages of the file, which begin with images of others, are replaced by what they make: the program and the certificates.
func TestImage(t *testing.T) {
	if !*wantDeployed {
		t.Skip("it takes half a minute: -args -deploy")
	}
	if runtime.GOOS != "linux" || os.Getuid() != 0 {
		missing(t, "Linux with a root user")
	}
	for _, tool := range []string{"podman", "runc"} {
		if _, err := exec.LookPath(tool); err != nil {
			missing(t, "`"+tool+"`")
		}
	}
	certificates, err := os.ReadFile(authorities)
	if err != nil {
		missing(t, "file of certificates at "+authorities)
	}
	folder, store := t.TempDir(), t.TempDir()
	tree := filepath.Join(folder, "tree")
	program := filepath.Join(tree, "unbox/bin/serve")
	if err := errors.Join(os.MkdirAll(filepath.Join(tree, filepath.Dir(authorities)), 0o755), os.MkdirAll(filepath.Join(tree, "data"), 0o755), os.WriteFile(filepath.Join(tree, authorities), certificates, 0o644)); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-o", program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // as `make build` does
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	file := filepath.Join(folder, "Containerfile")
	if err := os.WriteFile(file, []byte("FROM scratch AS build\nCOPY tree /\n\nFROM scratch\n"+lastPart(read(t, deploy+"Containerfile"))), 0o600); err != nil {
		t.Fatal(err)
	}
	p := podman{[]string{"--root", filepath.Join(store, "root"), "--runroot", filepath.Join(store, "run"), "--storage-driver", "vfs", "--cgroup-manager", "cgroupfs", "--runtime", "runc"}}
	t.Cleanup(func() { _ = p.command(context.Background(), "rm", "--all", "--force").Run() })
	p.must(t, "build", "--isolation", "chroot", "--file", file, "--tag", "unbox", folder)
	if user := p.must(t, "image", "inspect", "unbox", "--format", "{{.Config.User}} {{.Config.Entrypoint}} {{.Config.Volumes}}"); user != "65532:65532 [/serve] map[/data:{}]" {
		t.Errorf("expected the user, the program and the volume of the container file, found %s", user)
	}
	secret := startImage(t, p)
	if secret == "" {
		t.Error("expected the owner's secret at the first start, found none")
	}
	if again := startImage(t, p); again != "" {
		t.Error("expected classes that outlive the container, found new ones")
	}
}

var ownersSecret = regexp.MustCompile(`[A-Z0-9]{4}(-[A-Z0-9]{4}){3,}`)

// startImage starts a container as docs/operations.md says, waits until lessons run in it, and stops it. It returns the
// owner's secret, if there is one. The container has this machine's network and less than its limits, which not every root may
// set.
func startImage(t *testing.T, p podman) (secret string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Minute)
	defer cancel()
	address, _ := freePort(t)
	run := p.command(ctx, "run", "--name", "unbox", "--rm", "--network", "host", "--env", "UNBOX_ADDR="+address, "--ulimit", "nofile=4096:4096", "--ulimit", "nproc=4096:4096",
		"-v", "unbox:/data", "--read-only", "--cap-drop", "all", "--security-opt", "no-new-privileges", "--memory", "4g", "unbox")
	var out voice
	started := make(chan struct{})
	out.heard = func(text string) {
		if strings.Contains(text, "Ctrl+C stops it") {
			close(started)
		}
	}
	run.Stdout, run.Stderr = &out, &out
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- run.Wait() }()
	select {
	case <-started:
	case err := <-ended:
		t.Fatalf("expected a server, found %v: %s", err, out.String())
	}
	expectReady(ctx, t, "http://"+address+"/", &out)
	p.must(t, "stop", "--time", "30", "unbox")
	if err := <-ended; err != nil {
		t.Errorf("expected that it stops in order, found %v: %s", err, out.String())
	}
	return ownersSecret.FindString(out.String())
}
