package workshop

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"unbox/classroom/edit"
	"unbox/classroom/line"
	"unbox/internal/harmless"
)

// This file is about drafts that members offer to be shown. An offer belongs to the moment, as a raised hand does: it is kept nowhere, and gone with
// its member. The presenter names the member whose draft is shown; what is shown is what that member has offered, and nothing else. It lies on
// top of what is presented, which is there again as it was when it is taken away.

const (
	// maxOffer is how long a draft may be that is offered, in UTF-16 code units, maxOfferView how long its view may be, in bytes.
	maxOffer     = 64 << 10
	maxOfferView = 16 << 10
	// maxOffers is how many drafts are offered in a workshop at a time, offerPace how often one member may offer one.
	maxOffers = 24
	offerPace = 2 * time.Second
	// maxAbout is how much of a draft's first line stands in the list of offers, in characters.
	maxAbout = 60
)

// Show puts a copy of a draft that a member offers on the board.
type Show struct {
	Member string `json:"member"`
	// Offered is when the draft was offered that is meant, 0 for the newest one: another one may have taken its place since it was looked at. It is
	// not kept.
	Offered int64 `json:"offered,omitempty"`
	// Text and View are those of the offer: the server fills them in, whatever the step says.
	Text string          `json:"text"`
	View json.RawMessage `json:"view,omitempty"`
}

// layer is what is presented under a draft that is shown.
type layer struct {
	text edit.Text
	view json.RawMessage
}

// keptLayer is how it is written.
type keptLayer struct {
	Text string          `json:"text"`
	View json.RawMessage `json:"view,omitempty"`
}

func (l *layer) kept() *keptLayer {
	if l == nil {
		return nil
	}
	return &keptLayer{l.text.String(), l.view}
}

func (k *keptLayer) layer() *layer {
	if k == nil {
		return nil
	}
	return &layer{edit.New(k.Text), k.View}
}

// show puts a draft on the board.
func (b *board) show(s *Show) {
	if b.under == nil {
		b.under = &layer{b.text, b.view}
	}
	b.shown, b.text, b.view = s.Member, edit.New(s.Text), s.View
}

// back takes it away.
func (b *board) back() {
	if b.under != nil {
		b.shown, b.text, b.view, b.under = "", b.under.text, b.under.view, nil
	}
}

// offer is a draft that a member offers; At is when it was offered, in microseconds since 1970.
type offer struct {
	Member string          `json:"member"`
	Text   string          `json:"text"`
	View   json.RawMessage `json:"view,omitempty"`
	At     int64           `json:"at"`
}

// draft is the answer to whoever looks at an offer before it is shown.
type draft struct {
	Kind string `json:"kind"`
	offer
}

// Offered is a draft in the list of offers; At is when it was offered, in microseconds since 1970.
type Offered struct {
	Member
	At    int64  `json:"at"`
	About string `json:"about"`
}

// about is the first line of a text that is not empty, without what would harm the lines around it.
func about(text string) string {
	for l := range strings.SplitSeq(text, "\n") {
		l = harmless.Line(l)
		if letters := []rune(l); len(letters) > maxAbout {
			return string(letters[:maxAbout-1]) + "…"
		}
		if l != "" {
			return l
		}
	}
	return ""
}

// offers lists the drafts that are offered, of all servers, the first one first. The room's lock is held.
func (r *room) offers() []Offered {
	all := r.ownOffers()
	for _, o := range r.others {
		all = append(all, o.Offers...)
	}
	slices.SortFunc(all, func(a, b Offered) int { return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.ID, b.ID)) })
	return all
}

// ownOffers are those of members who are here. The room's lock is held.
func (r *room) ownOffers() (all []Offered) {
	for id, p := range r.people {
		if p.offer != nil {
			all = append(all, Offered{Member{id, p.name}, p.offer.At, about(p.offer.Text)})
		}
	}
	return all
}

// mayOffer lets a member send a draft: its message may be a long one.
//
// Errors: why there is none, in plain words.
func (r *room) mayOffer(member string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.people[member]
	all := r.offers()
	switch {
	case p == nil:
		return errors.New("expected a member of the workshop, found one who has left")
	case member == r.board.presenter:
		return errors.New("expected a member who is not presenting, found the presenter")
	case time.Since(p.offered) < offerPace:
		return fmt.Errorf("expected %d seconds between two offers, found less; try again in a moment", offerPace/time.Second)
	case len(all) >= maxOffers && !slices.ContainsFunc(all, func(o Offered) bool { return o.ID == member }):
		return fmt.Errorf("expected at most %d drafts that are offered, found one more; try again when one was shown", maxOffers)
	}
	p.offering = true
	return nil
}

// takeOffer takes the draft that a member was let send; it takes the place of the one before.
//
// Errors: why it is not taken, in plain words.
func (r *room) takeOffer(member string, m message) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.people[member]
	if p == nil || !p.offering {
		return errors.New("expected a draft from a member who was asked for one, found one from another member")
	}
	p.offering, p.offered = false, time.Now()
	switch long := len(edit.New(m.Text)); {
	case long > maxOffer:
		return fmt.Errorf("expected a draft of at most %d characters, found %d", maxOffer, long)
	case len(m.View) > maxOfferView:
		return fmt.Errorf("expected a view of at most %d bytes, found %d", maxOfferView, len(m.View))
	}
	p.offer = &offer{member, m.Text, m.View, p.offered.UnixMicro()}
	r.tellOffer(p.offer)
	r.softSoon()
	return nil
}

// tellOffer tells other servers a draft, so that each of them can show it. The room's lock is held.
func (r *room) tellOffer(o *offer) {
	if r.servers != nil {
		r.servers.Tell(r.code, line.Of(elsewhere{Server: r.server, Offer: o}).Text)
	}
}

// withdraw takes an offer back: one's own, or that of a member, if one may present. What is shown of it stays until it is taken away.
//
// Errors: why that is not done, in plain words.
func (r *room) withdraw(by, member string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if member == "" {
		member = by
	}
	if member != by && !r.board.mayPresent(by) {
		return errors.New("expected the presenter, found another member")
	}
	if p := r.people[member]; p != nil {
		p.offer = nil
		r.softSoon()
	} else if r.servers != nil {
		r.servers.Tell(r.code, line.Of(elsewhere{Server: r.server, Withdrawn: member}).Text)
	}
	return nil
}

var errNoPresenter = errors.New("expected the presenter, found somebody else")

// look returns the whole draft that a member offers, for whoever may present: so it is read before everybody sees it.
//
// Errors: why there is none, in plain words.
func (r *room) look(by, member string) (*offer, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.board.mayPresent(by) {
		return nil, errNoPresenter
	}
	return r.meant(member, 0)
}

// draftOf is the response to who looks at a member's draft. The room's lock is held.
func (r *room) draftOf(by, member string) []byte {
	o, err := r.meant(member, 0)
	switch {
	case !r.board.mayPresent(by):
		return line.Of(said{Kind: "error", Words: errNoPresenter.Error()}).Text
	case err != nil:
		return line.Of(said{Kind: "error", Words: err.Error()}).Text
	}
	return line.Of(draft{"draft", *o}).Text
}

// offerOf returns what a member offers; nil if that is nothing, or not known here yet. The room's lock is held.
func (r *room) offerOf(member string) *offer {
	if p := r.people[member]; p != nil {
		return p.offer
	}
	return r.theirs[member]
}

// meant returns the draft that a member has offered at a time, at any time if that is 0. The room's lock is held.
//
// Errors: nothing is offered, or something else.
func (r *room) meant(member string, at int64) (*offer, error) {
	o := r.offerOf(member)
	switch {
	case o == nil:
		return nil, errors.New("expected a draft that is offered, found none; it may have been withdrawn a moment ago")
	case at != 0 && at != o.At:
		return nil, errors.New("expected the draft that was looked at, found a newer one of the same person; look at that first")
	}
	return o, nil
}

// fill completes a step that shows a draft with what was offered. The room's lock is held.
//
// Errors: those of meant.
func (r *room) fill(s *Show) error {
	o, err := r.meant(s.Member, s.Offered)
	if err == nil {
		s.Text, s.View, s.Offered = o.Text, o.View, 0
	}
	return err
}

// hearOffers takes what another server says of drafts, and reports whether that is all it says. The room's lock is held.
func (r *room) hearOffers(o *elsewhere) bool {
	switch {
	case o.Offer != nil:
		r.theirs[o.Offer.Member] = o.Offer
	case o.Want != "":
		if p := r.people[o.Want]; p != nil && p.offer != nil {
			r.tellOffer(p.offer)
		}
	case o.Withdrawn != "":
		if p := r.people[o.Withdrawn]; p != nil {
			p.offer = nil
			r.softSoon()
		}
	default:
		return false
	}
	return true
}

// tidyOffers forgets drafts that other servers offer no more, and asks for those that did not arrive as they are listed. The room's lock is held.
func (r *room) tidyOffers() {
	listed := map[string]bool{}
	for _, o := range r.others {
		for _, l := range o.Offers {
			listed[l.ID] = true
			if o := r.theirs[l.ID]; o == nil || o.At != l.At {
				r.servers.Tell(r.code, line.Of(elsewhere{Server: r.server, Want: l.ID}).Text)
			}
		}
	}
	for member := range r.theirs {
		if !listed[member] {
			delete(r.theirs, member)
		}
	}
}
