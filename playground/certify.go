package playground

import (
	"net/http"
	"strings"
	"unicode/utf8"

	"unbox/internal/jsonlist"
	"unbox/playground/receipt"
)

// longestName bounds the name on a certificate, in characters; mostReceipts bounds the number of receipts, certificateBody the length of
// the body that contains them.
const (
	longestName     = 80
	mostReceipts    = 2_000
	certificateBody = 1 << 20
)

// CertificateRequest is the body of POST /lessons/certify.
type CertificateRequest struct {
	// Name is the name, on the certificate, of the author of the programs.
	Name     string   `json:"name"`
	Receipts receipts `json:"receipts"`
}

// receipts are those of a request, at most mostReceipts.
type receipts []receipt.Receipt

// UnmarshalJSON reads them.
func (r *receipts) UnmarshalJSON(text []byte) (err error) {
	*r, err = jsonlist.Read[receipt.Receipt](text, mostReceipts)
	return err
}

// certify signs that this server saw programs pass.
func (l *lessonRuns) certify(w http.ResponseWriter, _ *http.Request, v *visitor) {
	var body CertificateRequest
	if err := v.parseJSON(&body); err != nil {
		sayError(w, http.StatusBadRequest, err.Error())
		return
	}
	name := strings.Join(strings.Fields(body.Name), " ")
	if length := utf8.RuneCountInString(name); length == 0 || length > longestName {
		sayError(w, http.StatusBadRequest, "expected a name of 1 to 80 characters, found another")
		return
	}
	made, ok := l.receipts.Certify(name, body.Receipts, len(l.tests()), l.testsOf)
	if !ok {
		sayError(w, http.StatusUnprocessableEntity, "expected at least one receipt of this server for a step as it is now, found none: choose `Verify` below the editor of a step that you have finished")
		return
	}
	sayJSON(w, http.StatusOK, made)
}

// certificate checks a certificate.
func (l *lessonRuns) certificate(w http.ResponseWriter, _ *http.Request, v *visitor) {
	var body receipt.Certificate
	if err := v.parseJSON(&body); err != nil {
		sayError(w, http.StatusBadRequest, err.Error())
		return
	}
	answer := ReceiptAnswer{Valid: l.receipts.Stands(body)}
	if !answer.Valid {
		answer.Reason = "expected a certificate that this server signed, found another: it was changed, or comes from another server, or was signed with an older key"
	}
	sayJSON(w, http.StatusOK, answer)
}
