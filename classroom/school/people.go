package school

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// This file is about who has an account and who is invited, for the owner: to see them, and to remove them.

// Staffer is somebody who teaches, or is invited to.
type Staffer struct {
	// ID is that of an account, or what an invitation is called here: its word is nowhere.
	ID string `json:"id"`
	// Name is "" for an invitation; By is the name of who made it, "" if that is not known.
	Name string `json:"name,omitempty"`
	By   string `json:"by,omitempty"`
	Role string `json:"role"`
	// Until is until when an invitation is open, in seconds since 1970; 0 for an account.
	Until int64 `json:"until,omitempty"`
	// Classes are the names of those that the account teaches or helps in, or for which the invitation is.
	Classes []string `json:"classes"`
}

// invitationID is by what an invitation is known to the owner.
func invitationID(hash string) string { return "invitation-" + strings.Trim(hash, "-_")[:10] }

// People lists all accounts and open invitations, for an owner: the owners first, then teachers, assistants, and invitations.
//
// Errors: ErrForbidden.
func (s *School) People(by Account) ([]Staffer, error) {
	if by.Role != Owner {
		return nil, ErrForbidden
	}
	taught := map[string][]string{}
	names := map[string]string{}
	for _, c := range s.all() {
		c.mu.Lock()
		names[c.id] = c.state.Settings.Name
		for account := range c.state.Staff {
			taught[account] = append(taught[account], c.state.Settings.Name)
		}
		c.mu.Unlock()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []Staffer
	for _, a := range s.people.Accounts {
		all = append(all, Staffer{ID: a.ID, Name: a.Name, Role: a.Role, Classes: append([]string{}, taught[a.ID]...)})
	}
	for _, i := range s.people.Invitations {
		if !i.open() {
			continue
		}
		l := Staffer{ID: invitationID(i.Hash), Role: i.Role, Until: i.Until, Classes: []string{}}
		if a := s.people.Accounts[i.By]; a != nil {
			l.By = a.Name
		}
		if name := names[i.Class]; name != "" {
			l.Classes = append(l.Classes, name)
		}
		all = append(all, l)
	}
	rank := map[string]int{Owner: 0, Teacher: 1, Assistant: 2}
	slices.SortFunc(all, func(a, b Staffer) int {
		return cmp.Or(cmp.Compare(min(a.Until, 1), min(b.Until, 1)), cmp.Compare(rank[a.Role], rank[b.Role]), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return all, nil
}

// Remove removes somebody who teaches, or withdraws an invitation, by the ID in the list of People. Where the account was signed in, it is not
// any more, pages that are open end, and so do its token and the invitations that it has made. Its classes stay, with the owner. Learners get
// new rejoin codes, since the account has seen the old ones; nobody is signed out by that.
//
// Errors: ErrForbidden, there is nobody of this ID, it is the account itself or the last owner, or it cannot be written.
func (s *School) Remove(ctx context.Context, by Account, id string) error {
	if by.Role != Owner {
		return ErrForbidden
	}
	ctx = context.WithoutCancel(ctx)
	return waitFor(func() error { return s.remove(ctx, by, id) })
}

func (s *School) remove(ctx context.Context, by Account, id string) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	next := s.copied()
	gone := next.Accounts[id]
	before := len(next.Accounts) + len(next.Invitations)
	if gone != nil {
		if err := next.mayRemove(by, gone); err != nil {
			return err
		}
		delete(next.Accounts, id)
	}
	maps.DeleteFunc(next.Invitations, func(hash string, i *Invitation) bool {
		return invitationID(hash) == id || gone != nil && (i.By == id || i.By == "") // one of before it was noted who made it may be theirs
	})
	if len(next.Accounts)+len(next.Invitations) == before {
		return fmt.Errorf("expected a teacher, an assistant or an open invitation, found none with the name `%.40s`", id)
	}
	if err := s.keepPeople(ctx, next); err != nil || gone == nil {
		return err
	}
	for _, c := range s.all() {
		c.signOut(id, -1) // whatever it was
		if err := c.dismiss(id); err != nil && !errors.Is(err, ErrNoClass) {
			return err
		}
	}
	return nil
}

// stays reports whether somebody whom a session has shown is still the one that it shows. Someone who reads the folder itself has no account.
func (s *School) stays(by Account) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.people.Accounts[by.ID]
	return by.ID == "" || a != nil && a.Epoch == by.Epoch
}

// mayRemove looks at who removes whom.
func (p *people) mayRemove(by Account, gone *Account) error {
	if gone.ID == by.ID {
		return errors.New("expected another account, found your own")
	}
	owners := 0
	for _, a := range p.Accounts {
		if a.Role == Owner {
			owners++
		}
	}
	if gone.Role == Owner && owners == 1 {
		return errors.New("expected a teacher or an assistant, found the only owner; make another owner first (`unbox class secret`)")
	}
	return nil
}

// dismiss has an account teach no more in the class.
func (c *Class) dismiss(account string) error {
	c.mu.Lock()
	taught := c.state.Staff[account] != ""
	c.mu.Unlock()
	if !taught {
		return nil
	}
	return c.act(func(st *state) (event, error) {
		fresh := map[string]string{}
		for id := range st.Seats {
			fresh[id] = newCode(rejoinLength)
		}
		return event{Dismiss: &dismissed{account, fresh}}, nil
	})
}
