package sandbox

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// This file tries every system call that there is, in all three ways in which a program on x86-64 can make one.

// lastCall is far beyond the number of the last system call of today's kernels.
const lastCall = 1023

// stays are the system calls that may get through, with zeros as arguments. They are written down here once more: who lets another
// one through has to say so in two places.
var stays = map[uintptr]bool{
	unix.SYS_READ: true, unix.SYS_PREAD64: true, unix.SYS_WRITE: true, unix.SYS_CLOSE: true,
	unix.SYS_MPROTECT: true, unix.SYS_MUNMAP: true, unix.SYS_MADVISE: true, unix.SYS_BRK: true,
	unix.SYS_FUTEX: true, unix.SYS_SCHED_YIELD: true, unix.SYS_SCHED_GETAFFINITY: true, unix.SYS_GETCPU: true,
	unix.SYS_NANOSLEEP: true, unix.SYS_CLOCK_NANOSLEEP: true, unix.SYS_CLOCK_GETTIME: true, unix.SYS_GETTIMEOFDAY: true,
	unix.SYS_RT_SIGACTION: true, unix.SYS_RT_SIGPROCMASK: true, unix.SYS_RT_SIGRETURN: true, unix.SYS_SIGALTSTACK: true,
	unix.SYS_GETPID: true, unix.SYS_GETTID: true, unix.SYS_RESTART_SYSCALL: true,
	unix.SYS_EPOLL_CREATE1: true, unix.SYS_EPOLL_CTL: true, unix.SYS_EPOLL_WAIT: true, unix.SYS_EPOLL_PWAIT: true, unix.SYS_EVENTFD2: true, unix.SYS_PIPE2: true,
	unix.SYS_SET_ROBUST_LIST: true, unix.SYS_RSEQ: true, unix.SYS_ARCH_PRCTL: true, unix.SYS_GETRANDOM: true, unix.SYS_MEMBARRIER: true,
	unix.SYS_EXIT: true, unix.SYS_EXIT_GROUP: true,
}

// probes are two system calls of which the kernel asks no filter: they are for the places at which it has put a probe, and whoever
// makes one elsewhere gets the signal for an illegal instruction, which ends the process.
const (
	uretprobe = 335
	uprobe    = 336
)

// everyCall makes all other system calls as this architecture does, all of them as the one with pointers of 32 bits (x32) does, and
// all of them through the interrupt of 32-bit programs where the kernel has it, and prints which get through.
func everyCall(interrupts bool) {
	for number := uintptr(0); number <= lastCall; number++ {
		if !stays[number] && number != uretprobe && number != uprobe {
			want := unix.EPERM
			if number == unix.SYS_CLONE3 {
				want = unix.ENOSYS
			}
			if _, _, e := syscall.RawSyscall6(number, 0, 0, 0, 0, 0, 0); e != want {
				fmt.Printf("escaped: the system call %d says %v\n", number, e)
			}
		}
		if _, _, e := syscall.RawSyscall6(0x40000000|number, 0, 0, 0, 0, 0, 0); e != unix.EPERM {
			fmt.Printf("escaped: the system call %d of x32 says %v\n", number, e)
		}
		if !interrupts {
			continue
		}
		if n, err := interrupt(uint32(number)); err != nil || n != -int64(unix.EPERM) {
			fmt.Printf("escaped: the system call %d through the interrupt says %d, %v\n", number, n, err)
		}
	}
}

// getpid32 is the number of getpid in 32-bit programs.
const getpid32 = 20

// hasInterrupt reports whether the kernel answers 32-bit programs: elsewhere the interrupt ends the process that tries, here one of
// its own.
func hasInterrupt() bool {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), child+"="+triesInterrupt)
	return cmd.Run() == nil
}

// triesInterrupt makes this test's binary a process that tries the interrupt, and fails if it gets another number than its own.
const triesInterrupt = "interrupt"

func tryInterrupt() {
	if n, err := interrupt(getpid32); err != nil || n != int64(os.Getpid()) {
		os.Exit(1)
	}
}

// halves are system calls that are allowed in part, with arguments whose upper halves, which a filter does not read, differ from
// what the lower ones say, and with more than one of several kinds at once.
var halves = []struct {
	name   string
	number uintptr
	args   [6]uintptr
}{
	{"clone of a process", unix.SYS_CLONE, [6]uintptr{uintptr(unix.SIGCHLD)}},
	{"clone of a process with all its memory", unix.SYS_CLONE, [6]uintptr{unix.CLONE_VM | unix.CLONE_FILES | unix.CLONE_SIGHAND}},
	{"clone with a thread in the upper half", unix.SYS_CLONE, [6]uintptr{unix.CLONE_THREAD << 32}},
	{"clone of a namespace", unix.SYS_CLONE, [6]uintptr{unix.CLONE_NEWUSER | unix.CLONE_NEWNS}},
	{"a signal to the parent's group", unix.SYS_TGKILL, [6]uintptr{1, 1, 0}},
	{"a signal to everybody", unix.SYS_TGKILL, [6]uintptr{^uintptr(0), ^uintptr(0), 0}},
	{"shared memory with private in the upper half", unix.SYS_MMAP, [6]uintptr{0, 4096, unix.PROT_READ, unix.MAP_SHARED | unix.MAP_ANON | unix.MAP_PRIVATE<<32, ^uintptr(0)}},
	{"private memory of a descriptor", unix.SYS_MMAP, [6]uintptr{0, 4096, unix.PROT_READ, unix.MAP_PRIVATE, 0}},
	{"memory at addresses of 32 bits", unix.SYS_MMAP, [6]uintptr{0, 4096, unix.PROT_READ, unix.MAP_PRIVATE | unix.MAP_ANON | unix.MAP_32BIT, ^uintptr(0)}},
	{"memory to be written and executed, with more above", unix.SYS_MMAP, [6]uintptr{0, 4096, 1<<32 | unix.PROT_WRITE | unix.PROT_EXEC, unix.MAP_PRIVATE | unix.MAP_ANON, ^uintptr(0)}},
	{"protection to write and execute, with more above", unix.SYS_MPROTECT, [6]uintptr{0, 0, 1<<32 | unix.PROT_WRITE | unix.PROT_EXEC}},
	{"a copy of a descriptor", unix.SYS_FCNTL, [6]uintptr{0, unix.F_DUPFD, 100}},
	{"a lock", unix.SYS_FCNTL, [6]uintptr{0, unix.F_OFD_SETLK, 0}},
	{"a seal", unix.SYS_FCNTL, [6]uintptr{0, unix.F_ADD_SEALS, 0}},
	{"notice of a folder", unix.SYS_FCNTL, [6]uintptr{0, unix.F_NOTIFY, 1}},
}

// halfCalls makes them, and prints which get through.
func halfCalls() {
	for _, c := range halves {
		a := c.args
		if _, _, e := syscall.RawSyscall6(c.number, a[0], a[1], a[2], a[3], a[4], a[5]); e != unix.EPERM {
			fmt.Printf("escaped: %s says %v\n", c.name, e)
		}
	}
}

// interrupt makes a system call as a 32-bit program does, through machine code, and returns its result. Its arguments are whatever
// the registers have.
//
// Errors: there is no memory for the code, or it cannot be made executable or given back.
func interrupt(number uint32) (result int64, err error) {
	page, err := unix.Mmap(-1, 0, 4096, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, unix.Munmap(page)) }()
	copy(page, []byte{
		0xb8, byte(number), byte(number >> 8), byte(number >> 16), byte(number >> 24), // mov eax, number
		0xcd, 0x80, // int 0x80
		0x48, 0x63, 0xc0, // movsxd rax, eax
		0xc3, // ret
	})
	if err := unix.Mprotect(page, unix.PROT_READ|unix.PROT_EXEC); err != nil {
		return 0, err
	}
	code := uintptr(unsafe.Pointer(&page[0]))
	function := &code
	return (*(*func() int64)(unsafe.Pointer(&function)))(), nil
}
