package sandbox

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// child is the variable that makes this test's binary the locked-in process.
const child = "UNBOX_SANDBOX_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(child) != "" {
		inside()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// attempts are what generated code that broke out would try; each has to fail.
var attempts = map[string]func() error{
	"read a file":   func() error { _, err := os.ReadFile("/etc/passwd"); return err },
	"list a folder": func() error { _, err := os.ReadDir("/"); return err },
	"write a file":  func() error { return os.WriteFile(os.TempDir()+"/unbox-sandbox-test", []byte("x"), 0o600) },
	"stat a file":   func() error { _, err := os.Stat("/etc/passwd"); return err },
	"open a socket": func() error { _, err := net.Dial("tcp", "127.0.0.1:1"); return notRefused(err) },
	"listen":        func() error { _, err := net.Listen("tcp", "127.0.0.1:0"); return err },
	"run a program": func() error { return exec.Command("/bin/true").Run() },
	"fork":          func() error { _, _, e := syscall.RawSyscall(syscall.SYS_FORK, 0, 0, 0); return failed(e) },
	"exec":          func() error { return syscall.Exec("/bin/true", []string{"true"}, nil) },
	"ptrace":        func() error { return unix.PtraceAttach(os.Getppid()) },
	"kill":          func() error { return unix.Kill(os.Getppid(), 0) },
	"raise a limit": func() error { return unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{Cur: 1, Max: 1}) },
	"write and execute": func() error {
		_, err := unix.Mmap(-1, 0, 4096, unix.PROT_READ|unix.PROT_WRITE|unix.PROT_EXEC, unix.MAP_ANON|unix.MAP_PRIVATE)
		return err
	},
	"io_uring": func() error { _, _, e := syscall.RawSyscall(unix.SYS_IO_URING_SETUP, 1, 0, 0); return failed(e) },
}

// notRefused turns an answer from the network into success: it was reached.
func notRefused(err error) error {
	if err != nil && strings.Contains(err.Error(), "refused") {
		return nil
	}
	return err
}

func failed(e syscall.Errno) error {
	if e == 0 {
		return nil
	}
	return e
}

// inside enters the sandbox and reports which attempts succeeded.
func inside() {
	report, err := Enter(Limits{Memory: 2 << 30, Files: 32})
	if err != nil {
		fmt.Printf("enter: %v\n", err)
		return
	}
	text, err := json.Marshal(report)
	if err != nil {
		panic(err)
	}
	fmt.Printf("report: %s\n", text)
	for name, attempt := range attempts {
		if err := attempt(); err == nil {
			fmt.Printf("escaped: %s\n", name)
		}
	}
	fmt.Printf("works: %d\n", ordinaryWork())
}

// ordinaryWork is what has to go on: threads, memory, collection.
func ordinaryWork() int {
	var wait sync.WaitGroup
	sums := make([]int, 16)
	for i := range sums {
		wait.Go(func() {
			runtime.LockOSThread()
			data := make([]int, 1<<18)
			for k := range data {
				data[k] = k & 1
			}
			runtime.GC()
			for _, v := range data {
				sums[i] += v
			}
		})
	}
	wait.Wait()
	code, err := unix.Mmap(-1, 0, 4096, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return -1
	}
	if err := unix.Mprotect(code, unix.PROT_READ|unix.PROT_EXEC); err != nil {
		return -2
	}
	return sums[0] + sums[15]
}

func TestNothingGetsOut(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), child+"=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text := string(out)
	t.Log(text)
	if strings.Contains(text, "escaped") {
		t.Errorf("expected every attempt to fail, found\n%s", text)
	}
	if !strings.Contains(text, "works: 262144\n") {
		t.Errorf("expected ordinary work to go on, found\n%s", text)
	}
}

// TestAttemptsSucceedOutside shows that the attempts are real ones.
func TestAttemptsSucceedOutside(t *testing.T) {
	for _, name := range []string{"read a file", "list a folder", "stat a file", "run a program", "write and execute", "listen"} {
		if err := attempts[name](); err != nil {
			t.Errorf("%s: expected it to work outside of the sandbox, found %v", name, err)
		}
	}
}
