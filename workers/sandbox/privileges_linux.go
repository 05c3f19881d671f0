package sandbox

import (
	"fmt"
	"os"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
	"kernel.org/pub/linux/libs/security/libcap/psx"
)

// dropPrivileges turns root into another user, drops all capabilities, and lowers the
// priority. The kernel keeps all three for each thread by itself; psx is what
// go-landlock reaches all of them with.
func dropPrivileges(l Limits) error {
	if l.Nice != 0 {
		if err := setPriority(l.Nice); err != nil {
			return err
		}
	}
	if os.Geteuid() == 0 {
		if err := become(l.User); err != nil && !l.AllowRoot {
			return fmt.Errorf("%w: %w", ErrRoot, err)
		}
	}
	return dropCapabilities()
}

// become makes this process another user's. The kernel then forgets that it should
// end with the process that started it, and has to be told again.
func become(u User) error {
	if u == (User{}) {
		u = nobody()
	}
	parent := os.Getppid()
	if err := syscall.Setgroups(nil); err != nil {
		return fmt.Errorf("leaving all groups: %w", err)
	}
	if err := syscall.Setresgid(u.Group, u.Group, u.Group); err != nil {
		return fmt.Errorf("joining group %d: %w", u.Group, err)
	}
	if err := syscall.Setresuid(u.ID, u.ID, u.ID); err != nil {
		return fmt.Errorf("becoming user %d: %w", u.ID, err)
	}
	if err := allThreads("ending with the parent", unix.SYS_PRCTL, unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0); err != nil {
		return err
	}
	if os.Getppid() != parent {
		return fmt.Errorf("expected the process that started this one, found it gone")
	}
	return nil
}

// dropCapabilities drops all capabilities: those of root, and those that a
// program's file can give to any user.
func dropCapabilities() error {
	head := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	if err := allThreads("giving up capabilities", unix.SYS_CAPSET, uintptr(unsafe.Pointer(&head)), uintptr(unsafe.Pointer(&none)), 0); err != nil {
		return err
	}
	return allThreads("giving up inherited capabilities", unix.SYS_PRCTL, unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0)
}

// allThreads makes a system call on every thread of the process.
func allThreads(what string, call, a, b, c uintptr) error {
	if _, _, errno := psx.Syscall6(call, a, b, c, 0, 0, 0); errno != 0 {
		return fmt.Errorf("%s: %w", what, errno)
	}
	return nil
}

// LowerPriority lowers the priority of the process from now on: 0 changes nothing, 19 is the
// lowest. If it fails, all processes are equal.
func LowerPriority(nice int) {
	if nice > 0 {
		_ = setPriority(nice)
	}
}

// setPriority never raises the priority: a process that was started with a lower one, for example by nice,
// keeps it. Only root could raise it, and the worker would not start.
func setPriority(nice int) error {
	if left, err := unix.Getpriority(unix.PRIO_PROCESS, 0); err == nil && 20-left >= nice { // the kernel says 20 less
		return nil
	}
	return allThreads("choosing a priority", unix.SYS_SETPRIORITY, unix.PRIO_PROCESS, 0, uintptr(nice))
}
