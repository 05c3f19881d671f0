package main

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// asServe is the first argument with which this binary is the server itself.
const asServe = "as-serve"

// lonelyRoot starts a server as a root that cannot become anybody else, in a namespace where
// there is no other user. It ends by itself, or with the port that is taken.
func lonelyRoot(t *testing.T, args ...string) (said string) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, append([]string{asServe, "--addr", "127.0.0.1:0", "--key-file", "memory"}, args...)...)
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
		Pdeathsig:   syscall.SIGKILL,
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var errors bytes.Buffer
	cmd.Stderr = &errors
	if err := cmd.Start(); err != nil {
		t.Skipf("no namespaces for users here: %v", err)
	}
	first := make([]byte, 200)
	n, _ := out.Read(first) // nothing from a server that refuses
	if n > 0 {
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
	}
	_ = cmd.Wait() // its exit code is told by what it said
	return string(first[:n]) + errors.String()
}

// TestRootThatStaysRoot has a root that cannot become another user: it runs nothing of strangers, unless
// somebody says so.
func TestRootThatStaysRoot(t *testing.T) {
	if said := lonelyRoot(t); !strings.Contains(said, "found root, which cannot become another user") || !strings.Contains(said, "--allow-root") || strings.Contains(said, "Unbox ") {
		t.Errorf("expected a server that does not start, found %s", said)
	}
	for _, flags := range [][]string{{"--allow-root"}, {"--lessons", "off", "--machine-code", "off"}} {
		if said := lonelyRoot(t, flags...); !strings.Contains(said, "Unbox ") {
			t.Errorf("%v: expected a server that starts, found %s", flags, said)
		}
	}
}
