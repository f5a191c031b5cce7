package quarry

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// WebhookTolerance is how far the time of a delivery may be from the time here.
const WebhookTolerance = 5 * time.Minute

// WebhookEvent is what a delivery tells.
type WebhookEvent struct {
	// Event is its kind, such as "document.ready".
	Event        string    `json:"event"`
	Timestamp    time.Time `json:"timestamp"`
	Collection   string    `json:"collection"`
	DocumentID   string    `json:"document_id"`
	Status       string    `json:"status"`
	ChunkCount   int       `json:"chunk_count"`
	ErrorMessage string    `json:"error_message"`
	// DeliveryID is the same whenever the delivery is repeated.
	DeliveryID string `json:"-"`
}

// UnwrapWebhook returns the event of a request to your webhook, whose body must be the bytes as they came. It fails with
// CodeUnauthenticated unless the holder of the secret signed it at most [WebhookTolerance] ago, by Standard Webhooks. The time
// that takes says nothing of how much of a wrong signature was right.
func UnwrapWebhook(body []byte, header http.Header, secret string) (*WebhookEvent, error) {
	id, timestamp := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp")
	sent, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(sent, 0)).Abs() > WebhookTolerance {
		return nil, unverified("webhook-timestamp: is missing, or too far from the time here")
	}
	key, err := webhookKey(secret)
	if err != nil || len(key) == 0 {
		return nil, unverified("secret: must be as it was shown when the webhook was made")
	}
	code := hmac.New(sha256.New, key)
	code.Write([]byte(id + "." + timestamp + "."))
	code.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(code.Sum(nil)))
	isSigned := false
	for signature := range strings.SplitSeq(header.Get("Webhook-Signature"), " ") {
		isSigned = hmac.Equal([]byte(signature), expected) || isSigned
	}
	if !isSigned {
		return nil, unverified("webhook-signature: is not one of this body with this secret")
	}
	event := &WebhookEvent{DeliveryID: id}
	if err := json.Unmarshal(body, event); err != nil {
		return nil, invalid("body: must be an event as JSON: %v", err)
	}
	return event, nil
}

// webhookKey decodes a secret of Standard Webhooks: base64 behind its prefix, that of an older version's in the alphabet of URLs.
func webhookKey(secret string) ([]byte, error) {
	encoded := strings.TrimPrefix(strings.TrimPrefix(secret, "whsec_"), "whs_")
	encoded = strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(encoded, "="))
	return base64.RawStdEncoding.DecodeString(encoded)
}

func unverified(message string) *Error { return &Error{Code: CodeUnauthenticated, Message: message} }
