// Package line has what travels between a server and those who take part in something live: a frame is
// one message, written once for however many readers.
package line

import (
	"encoding/json"

	"github.com/gorilla/websocket"
)

// Frame is one message to many. It is written once, whoever reads it.
type Frame struct {
	// Text is JSON.
	Text []byte
	// Prepared is the same as a message of a WebSocket.
	Prepared *websocket.PreparedMessage
}

// Of makes a frame of a message that always marshals.
func Of(message any) Frame {
	text, err := json.Marshal(message)
	if err != nil {
		panic("BUG: a message always marshals: " + err.Error())
	}
	return Ready(text)
}

// Ready makes a frame of a text of JSON.
func Ready(text []byte) Frame {
	message, err := websocket.NewPreparedMessage(websocket.TextMessage, text)
	if err != nil {
		panic("BUG: a text can always be a message: " + err.Error())
	}
	return Frame{text, message}
}
