// Package line has the messages between a server and the participants of something live: a frame is
// one message, encoded once for any number of readers.
package line

import (
	"encoding/json"

	"github.com/gorilla/websocket"
)

// Frame is one message to many readers. It is encoded once.
type Frame struct {
	// Text is JSON.
	Text []byte
	// Prepared is the same as a message of a WebSocket.
	Prepared *websocket.PreparedMessage
}

// Of makes a frame from a message that always marshals.
func Of(message any) Frame {
	text, err := json.Marshal(message)
	if err != nil {
		panic("BUG: a message always marshals: " + err.Error())
	}
	return Ready(text)
}

// Ready makes a frame from a text of JSON.
func Ready(text []byte) Frame {
	message, err := websocket.NewPreparedMessage(websocket.TextMessage, text)
	if err != nil {
		panic("BUG: a text can always be a message: " + err.Error())
	}
	return Frame{text, message}
}
