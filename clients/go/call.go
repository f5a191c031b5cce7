package quarry

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	random "math/rand/v2"
	"net/http"
	"slices"
	"time"

	"connectrpc.com/connect"

	"github.com/quarry-dev/quarry/clients/go/gen/quarry/v1/quarryv1connect"
)

const (
	idempotencyKey = "Idempotency-Key"

	maxPause = 8 * time.Second
	// A service that asks for more time than this gets it from the caller, who sees RetryAfter.
	maxRetryAfter = time.Minute
)

// firstPause is the time before the first retry; tests shorten it.
var firstPause = 500 * time.Millisecond

// keyed are the creations that the service carries out once for each Idempotency-Key, however often they come.
var keyed = map[string]bool{
	quarryv1connect.CollectionServiceCreateCollectionProcedure: true,
	quarryv1connect.DocumentServiceCreateDocumentProcedure:     true,
	quarryv1connect.WebhookServiceCreateWebhookProcedure:       true,
	quarryv1connect.KeyServiceCreateKeyProcedure:               true,
	quarryv1connect.ChangeServiceStartChangeProcedure:          true,
	quarryv1connect.ChangeServiceRollBackChangeProcedure:       true,
}

// caller is the interceptor of every call: headers, timeout, retries, errors.
type caller struct {
	header     http.Header
	timeout    time.Duration
	maxRetries int
}

func (c *caller) WrapUnary(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, request connect.AnyRequest) (response connect.AnyResponse, err error) {
		c.write(request.Header())
		isRepeatable := request.Spec().IdempotencyLevel != connect.IdempotencyUnknown
		if keyed[request.Spec().Procedure] {
			isRepeatable = true
			if request.Header().Get(idempotencyKey) == "" {
				request.Header().Set(idempotencyKey, rand.Text())
			}
		}
		if c.timeout > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, c.timeout)
			defer cancel()
		}
		err = c.withRetries(ctx, isRepeatable, func() error {
			response, err = next(ctx, request)
			return naming(err, request.Any())
		})
		return response, err
	}
}

// WrapStreamingClient has no timeout and no retries: what a stream carries can't be had twice.
func (c *caller) WrapStreamingClient(next connect.StreamingClientFunc) connect.StreamingClientFunc {
	return func(ctx context.Context, spec connect.Spec) connect.StreamingClientConn {
		conn := next(ctx, spec)
		c.write(conn.RequestHeader())
		if key, ok := ctx.Value(uploadKey{}).(string); ok {
			conn.RequestHeader().Set(idempotencyKey, key)
		}
		return &streamConn{StreamingClientConn: conn}
	}
}

func (c *caller) WrapStreamingHandler(next connect.StreamingHandlerFunc) connect.StreamingHandlerFunc {
	return next
}

// write adds the client's headers; those of the call itself go before them.
func (c *caller) write(header http.Header) {
	for name, values := range c.header {
		if _, ok := header[name]; !ok || name == "User-Agent" {
			header[name] = slices.Clip(values)
		}
	}
}

// withRetries attempts again what failed for a reason that may pass: always what was not carried out, all else where a
// second attempt can't do the work twice.
func (c *caller) withRetries(ctx context.Context, isRepeatable bool, attempt func() error) error {
	for failures := 1; ; failures++ {
		err := attempt()
		if _, ok := errors.AsType[*sourceError](err); ok || err == nil {
			return err
		}
		failure := failureOf(err)
		if failures > c.maxRetries || !failure.isTransient() || !isRepeatable && !failure.isRefused() ||
			!pause(ctx, failures, failure.RetryAfter) {
			return failure
		}
	}
}

// pause waits after failure number `failures`: twice as long each time, less up to a quarter, at least as the service
// asked for. It returns false at once where the call would end before that.
func pause(ctx context.Context, failures int, asked time.Duration) bool {
	backoff := min(maxPause, firstPause<<min(failures-1, 10))
	wait := max(backoff-time.Duration(random.Int64N(int64(backoff)/4+1)), asked)
	if deadline, ok := ctx.Deadline(); asked > maxRetryAfter || ok && time.Until(deadline) < wait {
		return false
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// streamConn converts the errors of a stream. io.EOF stays what it is to connect: the other side has ended the stream.
type streamConn struct {
	connect.StreamingClientConn
	// answered is closed when the service has answered, or can't any more.
	answered chan struct{}
}

// Send returns io.EOF as soon as the service has answered. Over HTTP/1.1 net/http would send the rest of a refused upload, and wait
// forever where the service reads no further.
func (conn *streamConn) Send(message any) error {
	if conn.Spec().StreamType != connect.StreamTypeClient {
		return streamError(naming(conn.StreamingClientConn.Send(message), message))
	}
	sent := make(chan error, 1)
	go func() { sent <- conn.StreamingClientConn.Send(message) }()
	if conn.answered == nil {
		conn.answered = make(chan struct{})
		go func() {
			conn.ResponseHeader()
			close(conn.answered)
		}()
	}
	select {
	case err := <-sent:
		return streamError(naming(err, message))
	case <-conn.answered:
		return io.EOF
	}
}

func (conn *streamConn) Receive(message any) error {
	return streamError(conn.StreamingClientConn.Receive(message))
}

func streamError(err error) error {
	if errors.Is(err, io.EOF) {
		return err
	}
	return errorOf(err)
}
