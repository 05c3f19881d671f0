package main

import (
	"errors"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"unbox/lang/vm"
)

// interrupt ends a program in Python at the user's first interrupt: with what it has printed, and where it was. The second one ends the
// process at once.
type interrupt struct {
	// by is the signal that came, nil before.
	by atomic.Pointer[os.Signal]
	// reading is whether the program waits for input, and has written out all that it printed.
	reading atomic.Bool
	signals chan os.Signal
	end     func(os.Signal)
}

// patience is how long the program may take to notice an interrupt: it does not if nobody reads what it prints.
const patience = 2 * time.Second

// catchInterrupts waits for signals until the interrupt is dropped.
func catchInterrupts() *interrupt {
	i := &interrupt{signals: make(chan os.Signal, 1), end: endBy}
	signal.Notify(i.signals, os.Interrupt, syscall.SIGTERM)
	go i.wait()
	return i
}

// drop stops waiting. A signal that came ends the process now, so that a shell knows why.
func (i *interrupt) drop() {
	signal.Stop(i.signals)
	close(i.signals)
	if by := i.by.Load(); by != nil {
		i.end(*by)
	}
}

// wait notes a signal. It ends the process itself where the program cannot notice it.
func (i *interrupt) wait() {
	by, ok := <-i.signals
	if !ok {
		return
	}
	i.by.Store(&by)
	signal.Reset(os.Interrupt, syscall.SIGTERM)
	if !i.reading.Load() {
		time.Sleep(patience)
	}
	i.end(by)
}

// slice is after how much work the program looks for an interrupt: some hundredths of a second.
const slice = 1 << 20

// bound makes a program look for interrupts while it works, and end after so much work; 0 is no limit. Options get what they need for it.
func (i *interrupt) bound(o *vm.Options, fuel int64) {
	left := fuel
	grant := func(needed int64) int64 {
		more := max(needed, slice)
		if fuel > 0 {
			more = min(more, left)
			left -= more
		}
		return more
	}
	o.Fuel = grant(0)
	o.More = func(needed int64) int64 {
		if i.by.Load() != nil {
			return 0
		}
		return grant(needed)
	}
	o.Why = func() error {
		if i.by.Load() != nil {
			return errors.New("expected that the program may go on, found an interrupt")
		}
		return nil
	}
}

// exitInterrupted is the exit code of a program that was interrupted, where no signal can say so.
const exitInterrupted = 130

// endBy ends this process by a signal, so that a shell knows that it was interrupted.
func endBy(by os.Signal) {
	if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(by) == nil {
		select {} // until it arrives
	}
	os.Exit(exitInterrupted)
}
