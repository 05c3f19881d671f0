package playground

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"unbox/playground/visit"
	"unbox/workers/queue"
)

// A browser sends its seat in a cookie. In a frame of another site, where browsers keep
// no cookies, the page sends it in a header, and for a WebSocket, for which a page cannot
// set headers, in the query.
const (
	seatPath   = "/seat"
	seatCookie = "unbox-seat"
	seatHeader = "X-Unbox-Seat"
	seatQuery  = "seat"
	// proofHeader has the solution of a task for a seat.
	proofHeader = "X-Unbox-Proof"
)

// visitors identifies who asks.
type visitors struct {
	addresses visit.Addresses
	// base is the path below which the site lies, where cookies are for.
	base    string
	hosts   *visit.Hosts
	seats   *visit.Seats
	perHour int
}

// client is the sender of a request. A sender without a seat, or with one that the
// server did not issue, shares the empty seat of the block.
func (v *visitors) client(r *http.Request) queue.Client {
	_, name, _ := v.seat(r)
	return queue.Client{Block: visit.Block(v.addresses.Of(r)), Seat: name}
}

// seat returns a request's seat as it was sent, and its name; "" if there is no valid one.
// fresh means that it is valid for a while longer.
func (v *visitors) seat(r *http.Request) (seat, name string, fresh bool) {
	told := []string{r.Header.Get(seatHeader)}
	if c, err := r.Cookie(seatCookie); err == nil {
		told = append(told, c.Value)
	}
	if r.URL.RawQuery != "" {
		told = append(told, r.URL.Query().Get(seatQuery))
	}
	for _, seat := range told {
		if name, fresh := v.seats.Name(seat); name != "" {
			return seat, name, fresh
		}
	}
	return "", "", false
}

// SeatAnswer is the answer to POST /seat.
type SeatAnswer struct {
	// Seat is what to send as X-Unbox-Seat, or as ?seat= of a WebSocket. Where cookies
	// are allowed, the browser sends it by itself.
	Seat string `json:"seat"`
	// Seconds is its lifetime in seconds. A request in the second half of that time
	// gets another.
	Seconds int `json:"seconds"`
}

// NoSeatAnswer is the answer to POST /seat of a block that has used up its new seats.
type NoSeatAnswer struct {
	Error string `json:"error"`
	// Task is what to solve for a seat all the same: the SHA-256 of the task, a dot and the solution, of at most 16 characters, begins with Bits
	// zero bits. Both are sent with the dot between them as X-Unbox-Proof, within ten minutes.
	Task string `json:"task"`
	Bits int    `json:"bits"`
}

// give answers POST /seat with the seat that the visitor has, or with a new one.
func (v *visitors) give(w http.ResponseWriter, r *http.Request) {
	seat, _, fresh := v.seat(r)
	block := visit.Block(v.addresses.Of(r))
	if proof := r.Header.Get(proofHeader); proof != "" && !fresh {
		seat = v.seats.Prove(block, proof)
		fresh = seat != ""
	}
	if !fresh {
		issued, wait := v.seats.Issue(block)
		if issued == "" {
			w.Header().Set("Retry-After", strconv.Itoa(int(wait/time.Second)+1))
			sayJSON(w, http.StatusTooManyRequests, NoSeatAnswer{Error: fmt.Sprintf("expected at most %d new visitors an hour from your network address, found one more; "+
				"you can continue, and share a place in the queue with all others there who have no seat of their own, or solve a task for one", v.perHour), Task: v.seats.Task(block), Bits: visit.ProofBits})
			return
		}
		seat = issued
	}
	http.SetCookie(w, &http.Cookie{
		Name: seatCookie, Value: seat, Path: v.base, MaxAge: int(visit.Lifetime / time.Second),
		HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https",
	})
	sayJSON(w, http.StatusOK, SeatAnswer{Seat: seat, Seconds: int(visit.Lifetime / time.Second)})
}

// named refuses requests for host names that are not the server's. 421 tells a browser
// that it reached the wrong server. An address such as `http:///` names none, whatever the header
// says (RFC 9110, 4.2.1): a proxy in front may have read it in another way.
func (v *visitors) named(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Host == "" && r.URL.Scheme != "" {
			page(w, r, http.StatusBadRequest, "Expected an address with a host, found one without.")
			return
		}
		if !v.hosts.Allows(r.Host) {
			page(w, r, http.StatusMisdirectedRequest, "Expected one of the names that this server goes by, found "+shorten(r.Host)+
				". If that is its name, start it with --allowed-hosts "+shorten(visit.HostName(r.Host))+". Its address, such as http://127.0.0.1:8080/, always works.")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// sameSite refuses requests that pages of other sites make a visitor's browser send.
func (v *visitors) sameSite(next http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// If a browser says where a request comes from, that counts. Otherwise the origin
		// counts; a proxy may have asked by another name.
		told := r.Header.Get("Sec-Fetch-Site") != ""
		if protection.Check(r) != nil && (told || !v.hosts.Own(r.Header.Get("Origin"), r.Host)) {
			sayError(w, http.StatusForbidden, "expected a page of this server, found a request from another site")
			return
		}
		next.ServeHTTP(w, r)
	})
}
