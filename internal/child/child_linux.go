package child

import (
	"os/exec"
	"syscall"
)

// Bind has the kernel kill the process that cmd will start when this program ends,
// however it ends, and keeps the terminal's signals away from it.
func Bind(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
}
