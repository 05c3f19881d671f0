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

// Roles of accounts. Whoever owns the server may do everything, teachers have classes of their own, and
// assistants help in classes to which they were invited.
const (
	Owner     = "owner"
	Teacher   = "teacher"
	Assistant = "assistant"
)

// Errors of those who sign in.
var (
	// ErrWrong tells that a name and a password do not belong together.
	ErrWrong = errors.New("expected a name with its password, found others")
	// ErrSecret tells that the owner's secret was a wrong one, or that it was used before.
	ErrSecret = errors.New("expected the secret that the server showed at its first start, found another one, or one that was used already")
	// ErrInvitation tells that an invitation does not hold.
	ErrInvitation = errors.New("expected an invitation that is open, found one that was used, has expired or never was")
	// ErrNobody tells that somebody has to sign in.
	ErrNobody = errors.New("expected somebody who has signed in, found nobody")
	// ErrForbidden tells that somebody may not do that.
	ErrForbidden = errors.New("expected somebody who may do this, found somebody who may not")
)

// How passwords are hashed: the second of the choices that OWASP's Password Storage Cheat Sheet has for
// argon2id. Memory is in KiB; as many are hashed at a time as a small server has memory for.
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
	// signedIn is how long somebody stays signed in.
	signedIn = 7 * 24 * time.Hour
	// invited is how long an invitation is open.
	invited = 7 * 24 * time.Hour
	// maxAccounts and maxInvitations keep the list short enough to be read as a whole.
	maxAccounts    = 2000
	maxInvitations = 500
)

// Account is somebody who teaches.
type Account struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Role string `json:"role"`
	// Hash is the password's: "argon2id", its cost, the salt, the hash.
	Hash string `json:"hash"`
	// Epoch is in what somebody who signed in is known by: a new one signs out everywhere.
	Epoch int `json:"epoch"`
	// Token is the hash of what programs are known by; "" for none.
	Token string `json:"token,omitempty"`
}

// Invitation lets one person make an account.
type Invitation struct {
	// Hash is that of the word in the link.
	Hash string `json:"hash"`
	Role string `json:"role"`
	// Class is where an assistant helps.
	Class string `json:"class,omitempty"`
	Until int64  `json:"until"`
	// By is the account that made it; "" for one that an earlier version made.
	By string `json:"by,omitempty"`
}

// open tells whether it can be accepted; also a nil one cannot.
func (i *Invitation) open() bool { return i != nil && i.Until >= time.Now().Unix() }

// people is what is kept of those who teach.
type people struct {
	// Secret is the hash of the owner's secret; "" after it was used.
	Secret      string                 `json:"secret,omitempty"`
	Accounts    map[string]*Account    `json:"accounts"`
	Invitations map[string]*Invitation `json:"invitations"`
	// Classes are all classes by their IDs, in the order in which they were made.
	Classes []string `json:"classes,omitempty"`
}

// schoolClass is the class of the journal in which the people are; no class of a school is called so.
const (
	schoolClass = "school"
	peopleName  = "people"
)

// randomWord is a word that nobody guesses, of so many bytes. None begins with a hyphen: spreadsheets take that for a formula, so
// that the tables of results had another ID for one seat of 64, and command lines for a flag.
func randomWord(bytes int) string {
	b := make([]byte, bytes)
	for {
		_, _ = rand.Read(b) // never fails
		if word := base64.RawURLEncoding.EncodeToString(b); word[0] != '-' {
			return word
		}
	}
}

// digest is how a word that nobody guesses is kept: it needs no salt.
func digest(word string) string {
	sum := sha256.Sum256([]byte(word))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// hashPassword returns what is kept of a password.
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

// checkPassword tells whether a password is the one of a hash. It takes as long for any hash.
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

// newAccount checks what somebody chose. The caller has the lock.
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

// keepPeople writes the people as they are, and waits until that is safe. The caller has s.writing,
// and has changed a copy: what cannot be written has not happened.
func (s *School) keepPeople(ctx context.Context, next people) error {
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

// copied returns the people to be changed.
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

// NeedsOwner tells whether nobody owns the server yet.
func (s *School) NeedsOwner() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.people.Secret != ""
}

// Begin makes the owner's account of the secret, which is void from then on. It returns what the owner
// is known by.
//
// Errors: ErrSecret, what is wrong with name or password, or nothing can be written.
func (s *School) Begin(ctx context.Context, secret, name, password string) (session string, err error) {
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

// plainSecret reads a secret as somebody typed it.
func plainSecret(typed string) string {
	return strings.ToUpper(strings.NewReplacer("-", "", " ", "").Replace(typed))
}

// NewSecret makes a new secret for somebody who owns the server, whatever was before, and returns it.
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

// SignIn returns what somebody is known by.
//
// Errors: ErrWrong.
func (s *School) SignIn(name, password string) (session string, err error) {
	s.mu.Lock()
	a := s.accountNamed(name)
	hash := s.nobody
	if a != nil {
		hash = a.Hash
	}
	s.mu.Unlock()
	if len(password) > 4*maxSecret || !s.checkPassword(hash, password) || a == nil {
		return "", ErrWrong
	}
	return s.session(a, time.Now()), nil
}

// session signs what somebody is known by: account, epoch, and until when.
func (s *School) session(a *Account, now time.Time) string {
	what := fmt.Sprintf("%s.%d.%d", a.ID, a.Epoch, now.Add(signedIn).Unix())
	return what + "." + s.options.Key.For("teacher").Sign([]byte(what))
}

// Known returns whose session it is.
//
// Errors: ErrNobody.
func (s *School) Known(session string) (Account, error) {
	at := strings.LastIndexByte(session, '.')
	if at < 0 || !s.options.Key.For("teacher").Check([]byte(session[:at]), session[at+1:]) {
		return Account{}, ErrNobody
	}
	parts := strings.Split(session[:at], ".")
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.people.Accounts[parts[0]]
	until, err := strconv.ParseInt(parts[2], 10, 64)
	if a == nil || err != nil || strconv.Itoa(a.Epoch) != parts[1] || time.Now().Unix() > until {
		return Account{}, ErrNobody
	}
	return *a, nil
}

// ByToken returns whose token a program has.
//
// Errors: ErrNobody.
func (s *School) ByToken(token string) (Account, error) {
	hash := digest(token)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range s.people.Accounts {
		if a.Token != "" && same(a.Token, hash) {
			return *a, nil
		}
	}
	return Account{}, ErrNobody
}

// change changes an account.
func (s *School) change(ctx context.Context, id string, how func(*Account)) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	next := s.copied()
	a := next.Accounts[id]
	if a == nil {
		return ErrNobody
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

// signOut ends the lines of an account that are of another epoch: pages that may stay come back by themselves.
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

// NewToken makes the token of an account's programs; the one before is void.
//
// Errors: ErrNobody, or it cannot be written.
func (s *School) NewToken(ctx context.Context, account string) (string, error) {
	token := "unbox_" + randomWord(24)
	return token, s.change(ctx, account, func(a *Account) { a.Token = digest(token) })
}

// SignOutEverywhere makes void what the account is known by anywhere.
//
// Errors: ErrNobody, or it cannot be written.
func (s *School) SignOutEverywhere(ctx context.Context, account string) error {
	return s.change(ctx, account, func(a *Account) { a.Epoch++ })
}

// NewPassword changes an account's password, which signs out everywhere else. It returns what the
// account is known by from then on.
//
// Errors: ErrWrong for a wrong old one, what is wrong with the new one, or it cannot be written.
func (s *School) NewPassword(ctx context.Context, by Account, old, fresh string) (session string, err error) {
	if !s.checkPassword(by.Hash, old) {
		return "", ErrWrong
	}
	if n := utf8.RuneCountInString(fresh); n < minSecret || n > maxSecret {
		return "", fmt.Errorf("expected a password of %d to %d characters, found %d", minSecret, maxSecret, n)
	}
	hash := s.hashPassword(fresh)
	err = s.change(ctx, by.ID, func(a *Account) {
		a.Hash = hash
		a.Epoch++
		by = *a
	})
	return s.session(&by, time.Now()), err
}

// Invite makes an invitation and returns its word, which is nowhere else. Owners invite teachers, and
// whoever teaches a class invites assistants for it.
//
// Errors: ErrForbidden, ErrNoClass, there are too many, or it cannot be written.
func (s *School) Invite(ctx context.Context, by Account, role, class string) (string, error) {
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

// Invited returns for which role an invitation is.
//
// Errors: ErrInvitation.
func (s *School) Invited(word string) (role string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.people.Invitations[digest(word)]
	if !i.open() {
		return "", ErrInvitation
	}
	return i.Role, nil
}

// Accept makes the account for which somebody was invited, or has somebody who has one help in a class.
// It returns what the account is known by.
//
// Errors: ErrInvitation, ErrWrong, what is wrong with name or password, or it cannot be written.
func (s *School) Accept(ctx context.Context, word, name, password string) (session string, err error) {
	s.writing.Lock()
	defer s.writing.Unlock()
	next := s.copied()
	i := next.Invitations[digest(word)]
	if !i.open() {
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
		return "", ErrWrong
	}
	mine := *a
	if mine.Role == Assistant && i.Role == Teacher {
		mine.Role = Teacher
	}
	delete(next.Invitations, digest(word))
	next.Accounts[mine.ID] = &mine
	if err := s.keepPeople(ctx, next); err != nil {
		return "", err
	}
	if i.Class != "" {
		if c := s.class(i.Class); c != nil {
			if err := c.helps(mine.ID); err != nil {
				return "", err
			}
		}
	}
	return s.session(&mine, time.Now()), nil
}
