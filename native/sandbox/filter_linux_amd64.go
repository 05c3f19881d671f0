package sandbox

import (
	"fmt"
	"runtime"
	"unsafe"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// Offsets of struct seccomp_data, on which the filter works.
const (
	dataNumber       = 0
	dataArchitecture = 4
	dataArgument0    = 16
	dataArgument2    = 32
)

// allowed are the system calls that Go's runtime makes in a process which reads
// from one pipe, writes to another, reads again what it had open before (the load of the
// machine), and maps memory.
var allowed = [...]uint32{
	unix.SYS_READ, unix.SYS_PREAD64, unix.SYS_WRITE, unix.SYS_CLOSE, unix.SYS_FCNTL,
	unix.SYS_MUNMAP, unix.SYS_MADVISE, unix.SYS_MREMAP, unix.SYS_BRK, unix.SYS_MINCORE,
	unix.SYS_FUTEX, unix.SYS_SCHED_YIELD, unix.SYS_SCHED_GETAFFINITY, unix.SYS_GETCPU,
	unix.SYS_NANOSLEEP, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_CLOCK_GETTIME, unix.SYS_GETTIMEOFDAY,
	unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_SIGALTSTACK,
	unix.SYS_GETPID, unix.SYS_GETTID, unix.SYS_TGKILL, unix.SYS_RESTART_SYSCALL,
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

// program is the filter. Jumps go over one instruction at most, so that it can
// be read from top to bottom.
func program() []bpf.Instruction {
	p := []bpf.Instruction{
		bpf.LoadAbsolute{Off: dataArchitecture, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: unix.AUDIT_ARCH_X86_64, SkipTrue: 1},
		bpf.RetConstant{Val: deny},
		bpf.LoadAbsolute{Off: dataNumber, Size: 4},
	}
	answer := func(number, verdict uint32) {
		p = append(p,
			bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: number, SkipTrue: 1},
			bpf.RetConstant{Val: verdict})
	}
	for _, number := range allowed {
		answer(number, allow)
	}
	answer(unix.SYS_CLONE3, absent)
	// Threads, but no processes.
	p = append(p,
		bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: unix.SYS_CLONE, SkipTrue: 4},
		bpf.LoadAbsolute{Off: dataArgument0, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpBitsSet, Val: unix.CLONE_THREAD, SkipTrue: 1},
		bpf.RetConstant{Val: deny},
		bpf.RetConstant{Val: allow})
	// Memory that is writable or executable, but not both.
	for _, number := range []uint32{unix.SYS_MMAP, unix.SYS_MPROTECT} {
		p = append(p,
			bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: number, SkipTrue: 5},
			bpf.LoadAbsolute{Off: dataArgument2, Size: 4},
			bpf.ALUOpConstant{Op: bpf.ALUOpAnd, Val: unix.PROT_WRITE | unix.PROT_EXEC},
			bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: unix.PROT_WRITE | unix.PROT_EXEC, SkipTrue: 1},
			bpf.RetConstant{Val: deny},
			bpf.RetConstant{Val: allow})
	}
	return append(p, bpf.RetConstant{Val: deny})
}

// filter installs the filter for all threads of the process.
func filter() error {
	raw, err := bpf.Assemble(program())
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
