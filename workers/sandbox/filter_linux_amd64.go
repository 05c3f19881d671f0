package sandbox

import (
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// Offsets of struct seccomp_data, on which the filter works. Of arguments it reads the
// lower half, which is all that the kernel reads of the ones below.
const (
	dataNumber       = 0
	dataArchitecture = 4
	dataArguments    = 16
)

// allowed are the system calls that Go's runtime makes in a process which reads
// from one pipe, writes to another, reads again what it had open before (the load of the
// machine), and maps memory. mmap, mprotect, fcntl, tgkill and clone are allowed in part.
var allowed = [...]uint32{
	unix.SYS_READ, unix.SYS_PREAD64, unix.SYS_WRITE, unix.SYS_CLOSE,
	unix.SYS_MUNMAP, unix.SYS_MADVISE, unix.SYS_BRK,
	unix.SYS_FUTEX, unix.SYS_SCHED_YIELD, unix.SYS_SCHED_GETAFFINITY, unix.SYS_GETCPU,
	unix.SYS_NANOSLEEP, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_CLOCK_GETTIME, unix.SYS_GETTIMEOFDAY,
	unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_SIGALTSTACK,
	unix.SYS_GETPID, unix.SYS_GETTID, unix.SYS_RESTART_SYSCALL,
	unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EPOLL_PWAIT, unix.SYS_EPOLL_WAIT, unix.SYS_EVENTFD2, unix.SYS_PIPE2,
	unix.SYS_SET_ROBUST_LIST, unix.SYS_RSEQ, unix.SYS_ARCH_PRCTL, unix.SYS_GETRANDOM, unix.SYS_MEMBARRIER,
	unix.SYS_EXIT, unix.SYS_EXIT_GROUP,
}

// Verdicts of the filter.
const (
	allow = uint32(unix.SECCOMP_RET_ALLOW)
	deny  = uint32(unix.SECCOMP_RET_ERRNO) | uint32(unix.EPERM)
	// absent makes the C library use clone instead of clone3, whose flags lie
	// in memory that a filter cannot read.
	absent = uint32(unix.SECCOMP_RET_ERRNO) | uint32(unix.ENOSYS)
)

// Kinds of memory.
const (
	// plainMemory is what every mapping has to be: counted by the limits, and
	// private; mayBeAsWell is how it may differ.
	plainMemory = unix.MAP_PRIVATE | unix.MAP_ANON
	mayBeAsWell = unix.MAP_FIXED | unix.MAP_FIXED_NOREPLACE | unix.MAP_NORESERVE | unix.MAP_STACK
	// both would be code that writes itself.
	both = unix.PROT_WRITE | unix.PROT_EXEC
	// accesses are all kinds of access; protections beyond them make mappings
	// grow.
	accesses = unix.PROT_READ | unix.PROT_WRITE | unix.PROT_EXEC
)

// rules is the filter while it is written down. Jumps are short, so that it can be
// read from top to bottom.
type rules struct{ code []bpf.Instruction }

func (r *rules) add(more ...bpf.Instruction) { r.code = append(r.code, more...) }

// answer gives one verdict for a system call whatever its arguments are.
func (r *rules) answer(number, verdict uint32) {
	r.add(bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: number, SkipTrue: 1}, bpf.RetConstant{Val: verdict})
}

// judge lets checks decide about a system call: each denies it, or passes it on to the
// next one.
func (r *rules) judge(number uint32, checks ...[]bpf.Instruction) {
	var body []bpf.Instruction
	for _, c := range checks {
		body = append(body, c...)
	}
	body = append(body, bpf.RetConstant{Val: allow})
	r.add(bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: number, SkipTrue: uint8(len(body))})
	r.add(body...)
}

func argument(n uint32) bpf.Instruction {
	return bpf.LoadAbsolute{Off: dataArguments + 8*n, Size: 4}
}

// only denies unless the bits of an argument under a mask are the given ones.
func only(n, mask, bits uint32) []bpf.Instruction {
	return []bpf.Instruction{
		argument(n),
		bpf.ALUOpConstant{Op: bpf.ALUOpAnd, Val: mask},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: bits, SkipTrue: 1},
		bpf.RetConstant{Val: deny},
	}
}

// never denies if the bits of an argument under a mask are the given ones.
func never(n, mask, bits uint32) []bpf.Instruction {
	return []bpf.Instruction{
		argument(n),
		bpf.ALUOpConstant{Op: bpf.ALUOpAnd, Val: mask},
		bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: bits, SkipTrue: 1},
		bpf.RetConstant{Val: deny},
	}
}

// oneOf denies unless an argument is one of some values.
func oneOf(n uint32, values ...uint32) []bpf.Instruction {
	code := []bpf.Instruction{argument(n)}
	for i, v := range values {
		code = append(code, bpf.JumpIf{Cond: bpf.JumpEqual, Val: v, SkipTrue: uint8(len(values) - i)})
	}
	return append(code, bpf.RetConstant{Val: deny})
}

// program is the filter for the process with a number.
func program(pid int) []bpf.Instruction {
	var r rules
	r.add(bpf.LoadAbsolute{Off: dataArchitecture, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: unix.AUDIT_ARCH_X86_64, SkipTrue: 1},
		bpf.RetConstant{Val: deny},
		bpf.LoadAbsolute{Off: dataNumber, Size: 4})
	for _, number := range allowed {
		r.answer(number, allow)
	}
	r.answer(unix.SYS_CLONE3, absent)
	// Threads, but no processes.
	r.judge(unix.SYS_CLONE, only(0, unix.CLONE_THREAD, unix.CLONE_THREAD))
	// Signals, but only to itself.
	r.judge(unix.SYS_TGKILL, oneOf(0, uint32(pid)))
	// Flags of files, but no signals when something can be read, and no larger pipes.
	r.judge(unix.SYS_FCNTL, oneOf(1, unix.F_GETFL, unix.F_SETFL, unix.F_GETFD, unix.F_SETFD), never(2, unix.O_ASYNC, unix.O_ASYNC))
	r.judge(unix.SYS_MMAP, only(3, ^uint32(mayBeAsWell), plainMemory), only(2, ^uint32(accesses), 0), never(2, both, both))
	r.judge(unix.SYS_MPROTECT, only(2, ^uint32(accesses), 0), never(2, both, both))
	r.add(bpf.RetConstant{Val: deny})
	return r.code
}

// filter installs the filter for all threads of the process.
func filter() error { return install(program(os.Getpid())) }

// install installs a filter for all threads of the process.
func install(p []bpf.Instruction) error {
	raw, err := bpf.Assemble(p)
	if err != nil {
		panic("BUG: the filter does not assemble: " + err.Error())
	}
	code := make([]unix.SockFilter, len(raw))
	for i, r := range raw {
		code[i] = unix.SockFilter{Code: r.Op, Jt: r.Jt, Jf: r.Jf, K: r.K}
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("giving up privileges: %w", err)
	}
	prog := unix.SockFprog{Len: uint16(len(code)), Filter: &code[0]}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&prog)))
	runtime.KeepAlive(code)
	if errno != 0 {
		return fmt.Errorf("filtering system calls: %w", errno)
	}
	return nil
}
