package school

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"

	"unbox/classroom/journal"
)

// Roles of accounts. The owner of the server may do everything, teachers have their own classes, and
// assistants help in classes to which they were invited.
const (
	Owner     = "owner"
	Teacher   = "teacher"
	Assistant = "assistant"
)

// Errors when signing in.
var (
	// ErrCredentials means that a name and a password do not match.
	ErrCredentials = errors.New("expected a name and its password, found two that do not belong together")
	// ErrSecret means that the owner's secret was wrong or has been used before.
	ErrSecret = errors.New("expected the secret that the server showed at its first start, found another one, or one that was used already")
	// ErrInvitation means that an invitation is not valid.
	ErrInvitation = errors.New("expected an invitation that is open, found one that was used, has expired or never existed")
	// ErrNotSignedIn means that signing in is required.
	ErrNotSignedIn = errors.New("expected an account that is signed in, found none; sign in first")
	// ErrForbidden means that the account may not do that.
	ErrForbidden = errors.New("expected an account with permission for this, found one without it")
)

// The parameters of password hashing: the second choice in OWASP's Password Storage Cheat Sheet for
// argon2id. Memory is in KiB; the number of concurrent hashes is what a small server has memory for.
const (
	hashTime   = 2
	hashMemory = 19 << 10
	hashAtOnce = 2
	saltLength = 16
	hashLength = 32
	minSecret  = 10
	maxSecret  = 200
)

const (
	// signedIn is the lifetime of a session.
	signedIn = 7 * 24 * time.Hour
	// invited is the lifetime of an invitation.
	invited = 7 * 24 * time.Hour
	// maxAccounts and maxInvitations keep the lists short enough to be read as a
	// whole.
	maxAccounts    = 2000
	maxInvitations = 500
)

// Account is the account of someone who teaches.
type Account struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Role string `json:"role"`
	// Hash is the password's: "argon2id", its cost, the salt, the hash.
	Hash string `json:"hash"`
	// Epoch is part of every session: a new one signs out everywhere.
	Epoch int `json:"epoch"`
	// Token is the hash of the token for programs; "" for none.
	Token string `json:"token,omitempty"`
}

// Invitation lets one person create an account.
type Invitation struct {
	// Hash is the hash of the word in the link.
	Hash string `json:"hash"`
	Role string `json:"role"`
	// Class is where an assistant helps.
	Class string `json:"class,omitempty"`
	Until int64  `json:"until"`
	// By is the account that made it; "" for one that an earlier version made.
	By string `json:"by,omitempty"`
}

// open reports whether it can be accepted; also a nil one cannot.
func (i *Invitation) open() bool { return i != nil && i.Until >= time.Now().Unix() }

// people is what is kept of those who teach.
type people struct {
	// Secret is the hash of the owner's secret; "" after it was used.
	Secret      string                 `json:"secret,omitempty"`
	Accounts    map[string]*Account    `json:"accounts"`
	Invitations map[string]*Invitation `json:"invitations"`
	// Classes are the IDs of all classes, in the order in which they were created.
	Classes []string `json:"classes,omitempty"`
}

// peopleOf reads those who teach. What was stored may come from a backup that somebody has changed.
//
// Errors: something is missing that is always there.
func peopleOf(h journal.History) (people, error) {
	p := people{Accounts: map[string]*Account{}, Invitations: map[string]*Invitation{}}
	if h.Snapshot.Version == 0 {
		return p, nil
	}
	if err := json.Unmarshal(h.Snapshot.Data, &p); err != nil {
		return p, fmt.Errorf("expected those who teach, found something else: %w", err)
	}
	if p.Accounts == nil || p.Invitations == nil {
		return p, errors.New("expected those who teach and those who are invited, found a list that is missing")
	}
	for _, a := range p.Accounts {
		if a == nil {
			return p, errors.New("expected those who teach, found one without an account")
		}
	}
	for _, i := range p.Invitations {
		if i == nil {
			return p, errors.New("expected those who are invited, found one without an invitation")
		}
	}
	return p, nil
}

// schoolClass is the class of the journal in which the people are stored; no class of a school has
// this name.
const (
	schoolClass = "school"
	peopleName  = "people"
)

// randomWord returns a word that cannot be guessed, of that many bytes. It never begins with a hyphen: spreadsheets take that for
// a formula, which changed the ID of one seat in 64 in the tables of results, and command lines for a flag.
func randomWord(bytes int) string {
	b := make([]byte, bytes)
	for {
		_, _ = rand.Read(b) // never fails
		if word := base64.RawURLEncoding.EncodeToString(b); word[0] != '-' {
			return word
		}
	}
}

// digest hashes a random word for storage: it needs no salt.
func digest(word string) string {
	sum := sha256.Sum256([]byte(word))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// hashPassword returns what is stored for a password.
func (s *School) hashPassword(password string) string {
	salt := make([]byte, saltLength)
	_, _ = rand.Read(salt) // never fails
	return fmt.Sprintf("argon2id$%d,%d,1$%s$%s", hashMemory, hashTime, base64.RawStdEncoding.EncodeToString(salt),
		base64.RawStdEncoding.EncodeToString(s.argon(password, salt, hashTime, hashMemory)))
}

func (s *School) argon(password string, salt []byte, time, memory uint32) []byte {
	s.hashing <- struct{}{}
	defer func() { <-s.hashing }()
	return argon2.IDKey([]byte(password), salt, time, memory, 1, hashLength)
}

// checkPassword reports whether a password matches a hash. It takes the same time for any
// hash.
func (s *School) checkPassword(hash, password string) bool {
	var memory, time uint32
	parts := strings.Split(hash, "$")
	if len(parts) != 4 || parts[0] != "argon2id" {
		return false
	}
	if _, err := fmt.Sscanf(parts[1], "%d,%d,1", &memory, &time); err != nil {
		return false
	}
	salt, err := base64.RawStdEncoding.DecodeString(parts[2])
	if err != nil {
		return false
	}
	return same(parts[3], base64.RawStdEncoding.EncodeToString(s.argon(password, salt, time, memory)))
}

// newAccount checks the chosen name and password. The caller holds the lock.
func (s *School) newAccount(name, password, role string) (*Account, error) {
	name, err := cleanName(name, maxNick)
	n := utf8.RuneCountInString(password)
	switch {
	case err != nil:
		return nil, err
	case n < minSecret || n > maxSecret:
		return nil, fmt.Errorf("expected a password of %d to %d characters, found %d", minSecret, maxSecret, n)
	case s.accountNamed(name) != nil:
		return nil, fmt.Errorf("expected a name that is not taken here, found `%s`", name)
	case len(s.people.Accounts) >= maxAccounts:
		return nil, fmt.Errorf("expected at most %d accounts, found one more", maxAccounts)
	}
	return &Account{ID: randomWord(9), Name: name, Role: role}, nil
}

func (s *School) accountNamed(name string) *Account {
	for _, a := range s.people.Accounts {
		if sameName(a.Name, name) {
			return a
		}
	}
	return nil
}

// keepPeople writes the people, and waits until that is safe, even if nobody waits for the request any more: otherwise their
// version would be unknown here. The caller holds s.writing and has changed a copy: if it cannot be written, nothing has changed.
func (s *School) keepPeople(ctx context.Context, next people) error {
	ctx = context.WithoutCancel(ctx)
	data, err := json.Marshal(next)
	if err != nil {
		panic("BUG: people always marshal: " + err.Error())
	}
	d := journal.Document{Class: schoolClass, Name: peopleName}
	if err := s.options.Journal.Append(ctx, d, s.version, []journal.Update{{Data: []byte("{}")}}); err != nil {
		return err
	}
	s.version++
	if err := s.options.Journal.Snapshot(ctx, d, journal.Snapshot{Version: s.version, Data: data}); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.people = next
	return nil
}

// copied returns a copy of the people for changes.
func (s *School) copied() people {
	s.mu.Lock()
	defer s.mu.Unlock()
	text, err := json.Marshal(s.people)
	if err != nil {
		panic("BUG: people always marshal: " + err.Error())
	}
	var next people
	if err := json.Unmarshal(text, &next); err != nil {
		panic("BUG: people that were written can be read: " + err.Error())
	}
	return next
}

// NeedsOwner reports whether the server has no owner yet.
func (s *School) NeedsOwner() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.people.Secret != ""
}

// Begin creates the owner's account with the secret, which is invalid from then on. It returns the
// owner's session.
//
// Errors: ErrSecret, what is wrong with the name or password, ErrNotSaved, or it cannot be
// written.
func (s *School) Begin(ctx context.Context, secret, name, password string) (session string, err error) {
	return waitForResult(func() (string, error) { return s.begin(ctx, secret, name, password) })
}

func (s *School) begin(ctx context.Context, secret, name, password string) (session string, err error) {
	s.writing.Lock()
	defer s.writing.Unlock()
	s.mu.Lock()
	right := s.people.Secret != "" && same(s.people.Secret, digest(plainSecret(secret)))
	a, err := s.newAccount(name, password, Owner)
	s.mu.Unlock()
	switch {
	case !right:
		return "", ErrSecret
	case err != nil:
		return "", err
	}
	a.Hash = s.hashPassword(password)
	next := s.copied()
	next.Secret, next.Accounts[a.ID] = "", a
	if err := s.keepPeople(ctx, next); err != nil {
		return "", err
	}
	return s.session(a, time.Now()), nil
}

// plainSecret normalizes a secret as it was typed.
func plainSecret(typed string) string {
	return strings.ToUpper(strings.NewReplacer("-", "", " ", "").Replace(typed))
}

// NewSecret makes a new owner's secret, whether or not there is an owner, and returns it.
//
// Errors: it cannot be written.
func (s *School) NewSecret(ctx context.Context) (string, error) {
	s.writing.Lock()
	defer s.writing.Unlock()
	secret := newCode(24)
	next := s.copied()
	next.Secret = digest(secret)
	if err := s.keepPeople(ctx, next); err != nil {
		return "", err
	}
	var parts []string
	for i := 0; i < len(secret); i += 4 {
		parts = append(parts, secret[i:i+4])
	}
	return strings.Join(parts, "-"), nil
}

// SignIn returns a new session.
//
// Errors: ErrCredentials.
func (s *School) SignIn(name, password string) (session string, err error) {
	s.mu.Lock()
	a := s.accountNamed(name)
	hash := s.nobody
	if a != nil {
		hash = a.Hash
	}
	s.mu.Unlock()
	if len(password) > 4*maxSecret || !s.checkPassword(hash, password) || a == nil {
		return "", ErrCredentials
	}
	return s.session(a, time.Now()), nil
}

// session signs a session: account, epoch, and expiry.
func (s *School) session(a *Account, now time.Time) string {
	what := fmt.Sprintf("%s.%d.%d", a.ID, a.Epoch, now.Add(signedIn).Unix())
	return what + "." + s.options.Key.For("teacher").Sign([]byte(what))
}

// Known returns the account of a session.
//
// Errors: ErrNotSignedIn.
func (s *School) Known(session string) (Account, error) {
	at := strings.LastIndexByte(session, '.')
	if at < 0 || !s.options.Key.For("teacher").Check([]byte(session[:at]), session[at+1:]) {
		return Account{}, ErrNotSignedIn
	}
	parts := strings.Split(session[:at], ".")
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.people.Accounts[parts[0]]
	until, err := strconv.ParseInt(parts[2], 10, 64)
	if a == nil || err != nil || strconv.Itoa(a.Epoch) != parts[1] || time.Now().Unix() > until {
		return Account{}, ErrNotSignedIn
	}
	return *a, nil
}

// ByToken returns the account of a program's token.
//
// Errors: ErrNotSignedIn.
func (s *School) ByToken(token string) (Account, error) {
	hash := digest(token)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range s.people.Accounts {
		if a.Token != "" && same(a.Token, hash) {
			return *a, nil
		}
	}
	return Account{}, ErrNotSignedIn
}

// change changes an account.
//
// Errors: ErrNotSignedIn, ErrNotSaved, or it cannot be written.
func (s *School) change(ctx context.Context, id string, how func(*Account)) error {
	return waitFor(func() error { return s.changeNow(ctx, id, how) })
}

func (s *School) changeNow(ctx context.Context, id string, how func(*Account)) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	next := s.copied()
	a := next.Accounts[id]
	if a == nil {
		return ErrNotSignedIn
	}
	how(a)
	if err := s.keepPeople(ctx, next); err != nil {
		return err
	}
	for _, c := range s.all() {
		c.signOut(id, a.Epoch)
	}
	return nil
}

// signOut ends the connections of an account that have a different epoch: pages that are still allowed
// reconnect by themselves.
func (c *Class) signOut(account string, epoch int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for f := range c.feeds[""] {
		if f.account == account && f.epoch != epoch {
			f.ended = true
			f.poke()
		}
	}
}

// NewToken makes a token for an account's programs; the previous one becomes
// invalid.
//
// Errors: ErrNotSignedIn, ErrNotSaved (the previous token may become invalid later), or it cannot be written.
func (s *School) NewToken(ctx context.Context, account string) (string, error) {
	token := "unbox_" + randomWord(24)
	return token, s.change(ctx, account, func(a *Account) { a.Token = digest(token) })
}

// SignOutEverywhere makes all sessions and the token of the account invalid: whoever was signed in could have made the token.
//
// Errors: ErrNotSignedIn, ErrNotSaved, or it cannot be written.
func (s *School) SignOutEverywhere(ctx context.Context, account string) error {
	return s.change(ctx, account, (*Account).signOut)
}

// signOut makes everything invalid by which the account is known, except its password.
func (a *Account) signOut() {
	a.Epoch++
	a.Token = ""
}

// NewPassword changes an account's password, which signs out everywhere else, and makes the token invalid: whoever knew the
// password could have made it. It returns the new session.
//
// Errors: ErrCredentials for a wrong old password, what is wrong with the new one, ErrNotSaved (the new one may count later), or it
// cannot be written.
func (s *School) NewPassword(ctx context.Context, by Account, old, fresh string) (session string, err error) {
	if !s.checkPassword(by.Hash, old) {
		return "", ErrCredentials
	}
	if n := utf8.RuneCountInString(fresh); n < minSecret || n > maxSecret {
		return "", fmt.Errorf("expected a password of %d to %d characters, found %d", minSecret, maxSecret, n)
	}
	hash := s.hashPassword(fresh)
	err = s.change(ctx, by.ID, func(a *Account) {
		a.Hash = hash
		a.signOut()
		by = *a
	})
	if err != nil {
		return "", err
	}
	return s.session(&by, time.Now()), nil
}

// Invite makes an invitation and returns its word, which is stored nowhere. Owners invite teachers,
// and the teachers of a class invite assistants for it.
//
// Errors: ErrForbidden, ErrNoClass, there are too many, ErrNotSaved, or it cannot be written.
func (s *School) Invite(ctx context.Context, by Account, role, class string) (string, error) {
	return waitForResult(func() (string, error) { return s.invite(ctx, by, role, class) })
}

func (s *School) invite(ctx context.Context, by Account, role, class string) (string, error) {
	switch role {
	case Teacher:
		if by.Role != Owner {
			return "", ErrForbidden
		}
		class = ""
	case Assistant:
		if _, err := s.Class(by, class, true); err != nil {
			return "", err
		}
	default:
		return "", fmt.Errorf("expected an invitation for a `%s` or an `%s`, found something else", Teacher, Assistant)
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	if !s.stays(by) {
		return "", ErrNotSignedIn
	}
	next, now := s.copied(), time.Now()
	for id, i := range next.Invitations {
		if !i.open() {
			delete(next.Invitations, id)
		}
	}
	if len(next.Invitations) >= maxInvitations {
		return "", fmt.Errorf("expected at most %d open invitations, found one more", maxInvitations)
	}
	word := randomWord(24)
	next.Invitations[digest(word)] = &Invitation{Hash: digest(word), Role: role, Class: class, Until: now.Add(invited).Unix(), By: by.ID}
	return word, s.keepPeople(ctx, next)
}

// Invited returns the role of an invitation.
//
// Errors: ErrInvitation.
func (s *School) Invited(word string) (role string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.people.Invitations[digest(word)]
	if !i.open() || i.Class != "" && s.classes[i.Class] == nil {
		return "", ErrInvitation
	}
	return i.Role, nil
}

// Accept creates the account for an invitation, or adds an existing account to the staff of a class. It
// returns the account's session.
//
// Errors: ErrInvitation, ErrCredentials, what is wrong with the name or password, ErrNotSaved (the invitation may be used up later), or
// it cannot be written.
func (s *School) Accept(ctx context.Context, word, name, password string) (session string, err error) {
	return waitForResult(func() (string, error) { return s.accept(ctx, word, name, password) })
}

func (s *School) accept(ctx context.Context, word, name, password string) (session string, err error) {
	s.writing.Lock()
	defer s.writing.Unlock()
	next := s.copied()
	i := next.Invitations[digest(word)]
	if !i.open() || i.Class != "" && s.class(i.Class) == nil {
		return "", ErrInvitation
	}
	s.mu.Lock()
	a := s.accountNamed(name)
	if a == nil {
		a, err = s.newAccount(name, password, i.Role)
	}
	s.mu.Unlock()
	switch {
	case err != nil:
		return "", err
	case a.Hash == "":
		a.Hash = s.hashPassword(password)
	case !s.checkPassword(a.Hash, password):
		return "", ErrCredentials
	}
	mine := *a
	if mine.Role == Assistant && i.Role == Teacher {
		mine.Role = Teacher
	}
	delete(next.Invitations, digest(word))
	next.Accounts[mine.ID] = &mine
	if i.Class != "" { // first, so that the invitation can be opened again if the server ends in between
		if err := s.class(i.Class).helps(mine.ID); err != nil {
			return "", err
		}
	}
	if err := s.keepPeople(ctx, next); err != nil {
		return "", err
	}
	return s.session(&mine, time.Now()), nil
}
