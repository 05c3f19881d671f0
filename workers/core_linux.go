package workers

import (
	"fmt"
	"runtime"

	"golang.org/x/sys/unix"
)

// onCore calls start so that the process that it starts runs on one core only: a
// process inherits the cores of the thread that made it. core is -1 for any.
func onCore(core int, start func() error) error {
	if core < 0 {
		return start()
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var before, only unix.CPUSet
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		return fmt.Errorf("asking for the cores: %w", err)
	}
	only.Set(core)
	if err := unix.SchedSetaffinity(0, &only); err != nil {
		return fmt.Errorf("choosing core %d: %w", core, err)
	}
	err := start()
	if back := unix.SchedSetaffinity(0, &before); back != nil {
		panic("BUG: a thread may always have the cores it had: " + back.Error())
	}
	return err
}

// cores lists the cores that this process may use, in order.
func cores() []int {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return nil
	}
	var list []int
	for core := 0; len(list) < set.Count(); core++ {
		if set.IsSet(core) {
			list = append(list, core)
		}
	}
	return list
}
