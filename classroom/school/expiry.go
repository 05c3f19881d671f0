package school

import (
	"context"
	"errors"
	"time"
)

// This file is about classes in which nothing happens any more. They are deleted without a file: one would keep what the time for which they are
// kept is to end. So nobody loses a class without having been told: those who teach it are told for a while before, whenever they sign in.

// longestNotice is for how long they are told, or half of the time for which classes are kept where that is shorter.
const longestNotice = 14 * 24 * time.Hour

func (s *School) notice() time.Duration { return min(longestNotice, s.options.Keep/2) }

// expire announces the end of classes in which nothing has happened for long, and deletes those in which nothing has happened since a moment, if their
// end was announced for long enough: a server that did not run for months announces it first.
func (s *School) expire(ctx context.Context, before time.Time) error {
	now := before.Add(s.options.Keep)
	for _, c := range s.all() {
		c.mu.Lock()
		last, ends := time.Unix(c.state.Last, 0), c.state.Ends
		c.mu.Unlock()
		soon := last.Before(before.Add(s.notice()))
		var err error
		switch {
		case soon && ends == 0:
			ends := now.Add(s.notice())
			if last := last.Add(s.options.Keep); last.After(ends) {
				ends = last
			}
			s.options.Log.Warn("a class in which nothing happens will be deleted; those who teach it can keep it", "class", c.id, "on", ends.UTC().Format(time.DateOnly))
			err = c.announce(ends.Unix())
		case !soon && ends != 0:
			err = c.announce(0) // classes are kept for longer by now
		case soon && ends <= now.Unix():
			err = s.deleteIf(ctx, Account{}, c.id, endsAt(ends))
		}
		if err != nil && !errors.Is(err, errAwake) {
			return err
		}
	}
	return nil
}

// errAwake means that something has happened in a class since it was looked at.
var errAwake = errors.New("expected a class in which nothing happens, found one in which something has happened a moment ago")

// endsAt has no objection to the end of a class whose end is still announced for a moment.
func endsAt(ends int64) func(*Class) error {
	return func(c *Class) error {
		if c.state.Ends != ends {
			return errAwake
		}
		return nil
	}
}

// announce notes when the class ends, 0 for not soon. It is nothing that happens in the class.
func (c *Class) announce(ends int64) error {
	return c.act(func(st *state) (event, error) { return event{At: st.Last, Saved: st.Saved, Ends: ends}, nil })
}

// ends is when the class will be deleted if nothing happens in it, in seconds since 1970; 0 for not soon. The caller has the lock.
func (c *Class) ends() int64 {
	if c.school.options.Keep == 0 {
		return 0
	}
	return c.stored.Ends
}
