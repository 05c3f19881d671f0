package sandbox

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// child is the variable that makes this test's binary the locked-in process; its value says
// on what kind of system.
const child = "UNBOX_SANDBOX_CHILD"

func TestMain(m *testing.M) {
	if mode := os.Getenv(child); mode != "" {
		inside(mode)
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
	"exec":          func() error { return syscall.Exec("/bin/true", []string{"true"}, nil) },
	"ptrace":        func() error { return unix.PtraceAttach(os.Getppid()) },
	"kill":          func() error { return unix.Kill(os.Getppid(), 0) },
	"tgkill":        func() error { return unix.Tgkill(os.Getppid(), os.Getppid(), 0) },
	"raise a limit": func() error { return unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{Cur: 1, Max: 1}) },
	"signals from a pipe": func() error {
		_, err := unix.FcntlInt(0, unix.F_SETOWN, os.Getppid())
		return err
	},
	"choose a pipe's signal": func() error { _, err := unix.FcntlInt(0, unix.F_SETSIG, int(unix.SIGKILL)); return err },
	"signal when a pipe is ready": func() error {
		_, err := unix.FcntlInt(0, unix.F_SETFL, unix.O_ASYNC)
		return err
	},
	"enlarge a pipe":        func() error { _, err := unix.FcntlInt(0, unix.F_SETPIPE_SZ, 1<<20); return err },
	"write and execute":     func() error { return mapped(unix.PROT_WRITE|unix.PROT_EXEC, 0) },
	"shared memory":         func() error { return mappedAs(unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_SHARED) },
	"validated sharing":     func() error { return mappedAs(unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_SHARED_VALIDATE) },
	"a stack that grows":    func() error { return mapped(unix.PROT_WRITE, unix.MAP_GROWSDOWN) },
	"huge pages":            func() error { return notFull(mapped(unix.PROT_WRITE, unix.MAP_HUGETLB)) },
	"locked memory":         func() error { return notFull(mapped(unix.PROT_WRITE, unix.MAP_LOCKED)) },
	"a file as memory":      func() error { return mapFile() },
	"make it executable":    func() error { return protect(unix.PROT_READ | unix.PROT_WRITE | unix.PROT_EXEC) },
	"protection that grows": func() error { return protectAt(0, unix.PROT_READ|unix.PROT_GROWSDOWN) },
}

// calls are system calls without arguments, none of which may get through, even if the
// arguments are wrong: what the kernel would say about them differs from what the filter
// says.
var calls = map[string]uintptr{
	"fork": unix.SYS_FORK, "vfork": unix.SYS_VFORK, "clone": unix.SYS_CLONE, "io_uring_setup": unix.SYS_IO_URING_SETUP,
	"mremap": unix.SYS_MREMAP, "remap_file_pages": unix.SYS_REMAP_FILE_PAGES, "pkey_mprotect": unix.SYS_PKEY_MPROTECT,
	"pkey_alloc": unix.SYS_PKEY_ALLOC, "memfd_create": unix.SYS_MEMFD_CREATE, "memfd_secret": unix.SYS_MEMFD_SECRET,
	"userfaultfd": unix.SYS_USERFAULTFD, "process_vm_readv": unix.SYS_PROCESS_VM_READV, "process_vm_writev": unix.SYS_PROCESS_VM_WRITEV,
	"process_madvise": unix.SYS_PROCESS_MADVISE, "shmget": unix.SYS_SHMGET, "shmat": unix.SYS_SHMAT, "msgget": unix.SYS_MSGGET,
	"semget": unix.SYS_SEMGET, "mlock": unix.SYS_MLOCK, "mlockall": unix.SYS_MLOCKALL, "modify_ldt": unix.SYS_MODIFY_LDT,
	"personality": unix.SYS_PERSONALITY, "prctl": unix.SYS_PRCTL, "seccomp": unix.SYS_SECCOMP, "bpf": unix.SYS_BPF,
	"perf_event_open": unix.SYS_PERF_EVENT_OPEN, "ptrace": unix.SYS_PTRACE, "kcmp": unix.SYS_KCMP, "pidfd_open": unix.SYS_PIDFD_OPEN,
	"pidfd_getfd": unix.SYS_PIDFD_GETFD, "pidfd_send_signal": unix.SYS_PIDFD_SEND_SIGNAL, "tkill": unix.SYS_TKILL,
	"rt_sigqueueinfo": unix.SYS_RT_SIGQUEUEINFO, "rt_tgsigqueueinfo": unix.SYS_RT_TGSIGQUEUEINFO, "timer_create": unix.SYS_TIMER_CREATE,
	"setitimer": unix.SYS_SETITIMER, "setuid": unix.SYS_SETUID, "setresuid": unix.SYS_SETRESUID, "capset": unix.SYS_CAPSET,
	"unshare": unix.SYS_UNSHARE, "setns": unix.SYS_SETNS, "chroot": unix.SYS_CHROOT, "mount": unix.SYS_MOUNT, "pivot_root": unix.SYS_PIVOT_ROOT,
	"open": unix.SYS_OPEN, "openat": unix.SYS_OPENAT, "openat2": unix.SYS_OPENAT2, "creat": unix.SYS_CREAT,
	"open_by_handle_at": unix.SYS_OPEN_BY_HANDLE_AT, "unlink": unix.SYS_UNLINK, "rename": unix.SYS_RENAME, "link": unix.SYS_LINK,
	"socket": unix.SYS_SOCKET, "socketpair": unix.SYS_SOCKETPAIR, "connect": unix.SYS_CONNECT, "bind": unix.SYS_BIND, "accept": unix.SYS_ACCEPT,
	"sendmsg": unix.SYS_SENDMSG, "recvmsg": unix.SYS_RECVMSG, "ioctl": unix.SYS_IOCTL, "splice": unix.SYS_SPLICE, "tee": unix.SYS_TEE,
	"vmsplice": unix.SYS_VMSPLICE, "sendfile": unix.SYS_SENDFILE, "inotify_init": unix.SYS_INOTIFY_INIT, "fanotify_init": unix.SYS_FANOTIFY_INIT,
	"keyctl": unix.SYS_KEYCTL, "add_key": unix.SYS_ADD_KEY, "prlimit64": unix.SYS_PRLIMIT64, "setrlimit": unix.SYS_SETRLIMIT,
	"setpriority": unix.SYS_SETPRIORITY, "sched_setaffinity": unix.SYS_SCHED_SETAFFINITY, "sched_setscheduler": unix.SYS_SCHED_SETSCHEDULER,
	"kexec_load": unix.SYS_KEXEC_LOAD, "init_module": unix.SYS_INIT_MODULE, "reboot": unix.SYS_REBOOT, "sethostname": unix.SYS_SETHOSTNAME,
	"settimeofday": unix.SYS_SETTIMEOFDAY, "clock_settime": unix.SYS_CLOCK_SETTIME, "adjtimex": unix.SYS_ADJTIMEX, "iopl": unix.SYS_IOPL,
	"ioperm": unix.SYS_IOPERM, "wait4": unix.SYS_WAIT4, "uname": unix.SYS_UNAME, "getdents64": unix.SYS_GETDENTS64, "dup": unix.SYS_DUP,
	"a call of another architecture": 0x40000000 | unix.SYS_GETPID,
}

// notRefused turns an answer from the network into success: it was reached.
func notRefused(err error) error {
	if err != nil && strings.Contains(err.Error(), "refused") {
		return nil
	}
	return err
}

// notFull turns an answer of the memory's into success: it was asked.
func notFull(err error) error {
	if errors.Is(err, unix.ENOMEM) || errors.Is(err, unix.EAGAIN) {
		return nil
	}
	return err
}

func mapped(access, more int) error {
	return mappedAs(unix.PROT_READ|access, unix.MAP_ANON|unix.MAP_PRIVATE|more)
}

func mappedAs(access, flags int) error {
	_, err := unix.Mmap(-1, 0, 4096, access, flags)
	return err
}

// mapFile maps the program's standard input: any descriptor will do.
func mapFile() error {
	_, err := unix.Mmap(0, 0, 4096, unix.PROT_READ|unix.PROT_EXEC, unix.MAP_PRIVATE)
	if errors.Is(err, unix.ENODEV) {
		return nil // a pipe, but it was asked
	}
	return err
}

func protect(access int) error {
	page, err := unix.Mmap(-1, 0, 4096, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil // reported as an escape: this has to work
	}
	return unix.Mprotect(page, access)
}

// protectAt reports whether the filter lets a protection through: the kernel says EINVAL.
func protectAt(at, access uintptr) error {
	_, _, e := syscall.RawSyscall(unix.SYS_MPROTECT, at, 4096, access)
	if e == unix.EPERM {
		return e
	}
	return nil
}

// withoutLandlock makes the kernel one that has no Landlock.
func withoutLandlock() error {
	return install([]bpf.Instruction{
		bpf.LoadAbsolute{Off: dataNumber, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: unix.SYS_LANDLOCK_CREATE_RULESET, SkipTrue: 1},
		bpf.RetConstant{Val: absent},
		bpf.RetConstant{Val: allow},
	})
}

// memoryLimit and addressesMore are the limits of the tests, in bytes.
const (
	memoryLimit   = 1 << 30
	addressesMore = 4 << 30
)

// inside enters the sandbox and reports which attempts succeeded.
func inside(mode string) {
	if mode == triesInterrupt {
		tryInterrupt()
		return
	}
	interrupts := hasInterrupt()
	if mode == "no landlock" {
		if err := withoutLandlock(); err != nil {
			fmt.Printf("no landlock: %v\n", err)
			return
		}
	}
	LowerPriority(5)
	report, err := Enter(Limits{Memory: memoryLimit, Addresses: addressesMore, Files: 32, Nice: 3}) // which changes nothing
	if err != nil {
		fmt.Printf("enter: %v\n", err)
		return
	}
	text, err := json.Marshal(report)
	if err != nil {
		panic(err)
	}
	fmt.Printf("report: %s\n", text)
	fmt.Printf("works: %d\n", ordinaryWork())
	_, _ = io.ReadAll(os.Stdin) // the test looks from outside meanwhile
	for name, attempt := range attempts {
		if err := attempt(); err == nil {
			fmt.Printf("escaped: %s\n", name)
		}
	}
	for name, number := range calls {
		if _, _, e := syscall.RawSyscall(number, 0, 0, 0); e != unix.EPERM {
			fmt.Printf("escaped: the system call %s says %v\n", name, e)
		}
	}
	everyCall(interrupts)
	halfCalls()
	fmt.Printf("data: %d\n", gather(false))
	fmt.Printf("addresses: %d\n", gather(true))
}

// gather takes memory until there is none: as data, or made read-only again, which
// the limit on data does not count.
func gather(hide bool) (bytes uint64) {
	const step = 32 << 20
	for {
		more, err := unix.Mmap(-1, 0, step, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
		if err != nil || bytes > 64<<30 {
			return bytes
		}
		bytes += step
		if hide && unix.Mprotect(more, unix.PROT_READ) != nil {
			return bytes
		}
	}
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

// locked starts a process that locks itself in, and returns what it said first and, after
// look has seen it, then.
func locked(t *testing.T, mode string, look func(pid int)) (Report, string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), child+"="+mode)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	first, err := lines.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	var r Report
	text, ok := strings.CutPrefix(first, "report: ")
	if !ok || json.Unmarshal([]byte(text), &r) != nil {
		t.Fatalf("expected a report, found %s", first)
	}
	works, err := lines.ReadString('\n')
	if err != nil || works != "works: 262144\n" {
		t.Errorf("expected ordinary work to go on, found %s, %v", works, err)
	}
	if look != nil {
		look(cmd.Process.Pid)
	}
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(lines)
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("expected the process to go on to its end, found %v", err)
	}
	return r, string(rest)
}

func TestNothingGetsOut(t *testing.T) {
	r, text := locked(t, "usual", func(pid int) { everyThread(t, pid) })
	t.Logf("%+v", r)
	if strings.Contains(text, "escaped") {
		t.Errorf("expected every attempt to fail, found\n%s", text)
	}
	if !r.Filter {
		t.Errorf("expected system calls to be filtered, found %+v", r)
	}
	if os.Geteuid() == 0 && r.User == 0 && !strings.Contains(r.Missing, "root") {
		t.Errorf("expected a process that is root no more, or a word about it, found %+v", r)
	}
	bounded(t, text)
}

// bounded reads how much memory the process got.
func bounded(t *testing.T, text string) {
	t.Helper()
	for word, most := range map[string]uint64{"data: ": memoryLimit, "addresses: ": addressesMore} {
		_, rest, ok := strings.Cut(text, word)
		line, _, _ := strings.Cut(rest, "\n")
		got, err := strconv.ParseUint(line, 10, 64)
		if !ok || err != nil || got > most {
			t.Errorf("%sexpected at most %d bytes, found %s", word, most, line)
		}
	}
}

// TestNothingGetsOutWithoutLandlock has a kernel without Landlock, which is noticed, and
// where the filter alone keeps everything in.
func TestNothingGetsOutWithoutLandlock(t *testing.T) {
	r, text := locked(t, "no landlock", nil)
	if r.Landlock != 0 || !strings.Contains(r.Missing, "no Landlock") {
		t.Errorf("expected a report that misses Landlock, found %+v", r)
	}
	if strings.Contains(text, "escaped") {
		t.Errorf("expected every attempt to fail, found\n%s", text)
	}
}

// everyThread sees from outside that all threads have given up what they should.
func everyThread(t *testing.T, pid int) {
	t.Helper()
	proc := fmt.Sprintf("/proc/%d/", pid)
	if score, err := os.ReadFile(proc + "oom_score_adj"); err != nil || strings.TrimSpace(string(score)) != "1000" {
		t.Errorf("expected the process to be the first to go when memory runs out, found %s, %v", score, err)
	}
	files, err := filepath.Glob(proc + "task/*/status")
	if err != nil || len(files) < 2 {
		t.Fatalf("expected several threads, found %v, %v", files, err)
	}
	none := strings.Repeat("0", 16)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // the thread has ended
		}
		for _, want := range []string{"CapEff:\t" + none, "CapPrm:\t" + none, "CapInh:\t" + none, "CapAmb:\t" + none, "NoNewPrivs:\t1", "Seccomp:\t2"} {
			if !slices.Contains(strings.Split(string(text), "\n"), want) {
				t.Errorf("%s: expected `%s`, found %s", file, want, text)
			}
		}
		if got := niceness(t, filepath.Dir(file)+"/stat"); got < 5 && err == nil {
			t.Errorf("%s: expected others to go first on every thread, as far as they did before, found priority %d", file, got)
		}
	}
}

// niceness is the 19th field of a thread's stat.
func niceness(t *testing.T, file string) int {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		return 99 // the thread has ended
	}
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	n, err := strconv.Atoi(fields[16])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestAttemptsSucceedOutside shows that the attempts are real ones.
func TestAttemptsSucceedOutside(t *testing.T) {
	for _, name := range []string{
		"read a file", "list a folder", "stat a file", "run a program", "write and execute", "listen", "shared memory", "a stack that grows",
		"tgkill", "kill", "make it executable", "a file as memory", "protection that grows",
	} {
		if err := attempts[name](); err != nil {
			t.Errorf("%s: expected it to work outside of the sandbox, found %v", name, err)
		}
	}
}

// TestLandlockVersion reads what the library makes of a kernel without Landlock.
func TestLandlockVersion(t *testing.T) {
	for _, c := range []struct {
		version int
		err     error
		want    int
	}{{-1, unix.ENOSYS, 0}, {-1, unix.EOPNOTSUPP, 0}, {-1, nil, 0}, {0, nil, 0}, {1, nil, 1}, {7, nil, 7}} {
		if got := landlockVersion(c.version, c.err); got != c.want {
			t.Errorf("%d, %v: expected %d, found %d", c.version, c.err, c.want, got)
		}
	}
}
