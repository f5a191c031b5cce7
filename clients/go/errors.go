package quarry

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protopath"
	"google.golang.org/protobuf/reflect/protorange"
)

// Code is the kind of a failure: the `code` of REST's errors, or one of the four that only a client knows.
type Code string

const (
	// CodeInvalidArgument: the request is wrong and stays wrong when repeated; the message names the field.
	CodeInvalidArgument Code = "invalid_argument"
	// CodeUnauthenticated: no API key, or one that the service doesn't know.
	CodeUnauthenticated Code = "unauthenticated"
	// CodePermissionDenied: the API key may not do this, or not on this collection.
	CodePermissionDenied Code = "permission_denied"
	CodeNotFound         Code = "not_found"
	CodeAlreadyExists    Code = "already_exists"
	// CodeConflict: the state doesn't allow the call, or IfUpdatedAt is another by now.
	CodeConflict   Code = "conflict"
	CodeTooLarge   Code = "too_large"
	CodeOutOfRange Code = "out_of_range"
	// CodeResourceExhausted: the API key has used up its requests; RetryAfter says when to come again.
	CodeResourceExhausted Code = "resource_exhausted"
	CodeUnavailable       Code = "unavailable"
	// CodeUnimplemented: the service doesn't have this; it may be older than the client.
	CodeUnimplemented Code = "unimplemented"
	CodeInternal      Code = "internal"
	// CodeNetwork: no connection, or one that broke before the answer was complete.
	CodeNetwork Code = "network"
	// CodeTimeout: the timeout of the call, or the deadline of its context.
	CodeTimeout   Code = "timeout"
	CodeCancelled Code = "cancelled"
	// CodeDocumentFailed: from WaitUntilReady; the message is the document's error_message.
	CodeDocumentFailed Code = "document_failed"
)

// Error is every failure of a call: what the service said, or why it could not be asked. errors.As finds it; errors.Is
// finds context.Canceled and context.DeadlineExceeded in it.
type Error struct {
	Code Code
	// Message is the service's sentence, REST's `detail`.
	Message string
	// RequestID is the service's id of the request, as in its log; empty when it did not answer.
	RequestID string
	// RetryAfter is the time after which the service said that a retry makes sense; 0 where it said none.
	RetryAfter time.Duration
	cause      error
}

func (failure *Error) Error() string {
	if failure.RequestID == "" {
		return fmt.Sprintf("%s: %s", failure.Code, failure.Message)
	}
	return fmt.Sprintf("%s: %s (request %s)", failure.Code, failure.Message, failure.RequestID)
}

// Unwrap returns the underlying error, mostly a *connect.Error.
func (failure *Error) Unwrap() error { return failure.cause }

// HTTPStatus returns the status that REST has for this failure; 0 for failures that only a client knows.
func (failure *Error) HTTPStatus() int {
	return map[Code]int{
		CodeInvalidArgument: 400, CodeUnauthenticated: 401, CodePermissionDenied: 403, CodeNotFound: 404,
		CodeAlreadyExists: 409, CodeConflict: 409, CodeTooLarge: 413, CodeOutOfRange: 416, CodeResourceExhausted: 429,
		CodeInternal: 500, CodeUnimplemented: 501, CodeUnavailable: 503,
	}[failure.Code]
}

// CodeOf returns the code of an error of this package; empty for nil and for other errors.
func CodeOf(err error) Code {
	if failure, ok := errors.AsType[*Error](err); ok {
		return failure.Code
	}
	return ""
}

// maxFailureBytes is more than any sentence of the service.
const maxFailureBytes = 1 << 16

func invalid(format string, values ...any) *Error {
	return &Error{Code: CodeInvalidArgument, Message: fmt.Sprintf(format, values...)}
}

// errorOf converts an error of connect; nil stays nil.
func errorOf(err error) error {
	if err == nil {
		return nil
	}
	return failureOf(err)
}

func failureOf(err error) *Error {
	if failure, ok := errors.AsType[*Error](err); ok {
		return failure
	}
	failure := &Error{Code: CodeNetwork, Message: err.Error(), cause: err}
	refusal, ok := errors.AsType[*connect.Error](err)
	if ok {
		failure.Message = refusal.Message()
		failure.RequestID = refusal.Meta().Get("X-Request-Id")
		failure.RetryAfter = retryAfter(refusal.Meta().Get("Retry-After"))
	}
	switch {
	case ok && connect.IsWireError(err):
		failure.Code = codeOfAnswer(refusal.Code(), failure.RetryAfter)
	case errors.Is(err, context.Canceled):
		failure.Code = CodeCancelled
	case errors.Is(err, context.DeadlineExceeded) || ok && refusal.Code() == connect.CodeDeadlineExceeded:
		failure.Code = CodeTimeout
	case strings.HasPrefix(failure.Message, notEncoded):
		failure.Code = CodeInvalidArgument
	}
	return failure
}

// notEncoded begins connect's message for a request that has no form in Protobuf, which can only be for text that isn't UTF-8.
const notEncoded = "marshal message"

// naming returns an error that names the field where a request couldn't be encoded, and all others as they are.
func naming(err error, request any) error {
	message, ok := request.(proto.Message)
	if failure, isFailure := errors.AsType[*connect.Error](err); !ok || !isFailure || !strings.HasPrefix(failure.Message(), notEncoded) {
		return err
	}
	named := err
	_ = protorange.Range(message.ProtoReflect(), func(at protopath.Values) error {
		if text, ok := at.Index(-1).Value.Interface().(string); ok && !utf8.ValidString(text) {
			named = invalid("%s: must be UTF-8, got %q", strings.TrimPrefix(at.Path[1:].String(), "."), text)
			return protorange.Terminate
		}
		return nil
	})
	return named
}

// codeOfAnswer is total; two failures of the service share connect.CodeResourceExhausted, and only one has a time to retry.
func codeOfAnswer(code connect.Code, retryAfter time.Duration) Code {
	switch code {
	case connect.CodeInvalidArgument, connect.CodeUnauthenticated, connect.CodePermissionDenied, connect.CodeNotFound,
		connect.CodeAlreadyExists, connect.CodeOutOfRange, connect.CodeUnavailable, connect.CodeUnimplemented:
		return Code(code.String())
	case connect.CodeFailedPrecondition:
		return CodeConflict
	case connect.CodeResourceExhausted:
		if retryAfter > 0 {
			return CodeResourceExhausted
		}
		return CodeTooLarge
	case connect.CodeDeadlineExceeded:
		return CodeTimeout
	case connect.CodeCanceled, connect.CodeAborted:
		// The service saw the call end, but this client did not end it.
		return CodeNetwork
	default:
		return CodeInternal
	}
}

// answers is an HTTP client that reads failures which are not Connect's: those of the service before it knows the protocol, and
// those of a proxy in between. connect has neither their headers nor their sentence.
type answers struct{ connect.HTTPClient }

func (client answers) Do(request *http.Request) (*http.Response, error) {
	response, err := client.HTTPClient.Do(request)
	if err != nil || response.StatusCode < http.StatusBadRequest {
		return response, err
	}
	defer response.Body.Close()
	var said struct{ Code, Detail string }
	var read bytes.Buffer
	// Not to the end of the body, which comes when the service has read the rest of a refused upload.
	err = json.NewDecoder(io.TeeReader(io.LimitReader(response.Body, maxFailureBytes), &read)).Decode(&said)
	if err == nil && said.Code != "" && said.Detail == "" {
		response.Body = io.NopCloser(&read)
		return response, nil
	}
	return nil, &Error{
		Code:       cmp.Or(Code(said.Code), codeOfStatus(response.StatusCode)),
		Message:    cmp.Or(said.Detail, "HTTP "+response.Status),
		RequestID:  response.Header.Get("X-Request-Id"),
		RetryAfter: retryAfter(response.Header.Get("Retry-After")),
	}
}

func codeOfStatus(status int) Code {
	switch status {
	case http.StatusUnauthorized:
		return CodeUnauthenticated
	case http.StatusForbidden:
		return CodePermissionDenied
	case http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented:
		// A 404 that is none of Connect's: no service of this contract is at the address.
		return CodeUnimplemented
	case http.StatusRequestEntityTooLarge:
		return CodeTooLarge
	case http.StatusTooManyRequests:
		return CodeResourceExhausted
	case http.StatusRequestTimeout, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return CodeUnavailable
	}
	if status < http.StatusInternalServerError {
		return CodeInvalidArgument
	}
	return CodeInternal
}

// isTransient reports whether the same call may succeed later.
func (failure *Error) isTransient() bool {
	return failure.Code == CodeResourceExhausted || failure.Code == CodeUnavailable || failure.Code == CodeNetwork
}

// isRefused reports whether the call was certainly not carried out: it was over its rate, or there was no connection.
func (failure *Error) isRefused() bool {
	dial, ok := errors.AsType[*net.OpError](failure.cause)
	return failure.Code == CodeResourceExhausted || ok && dial.Op == "dial"
}

// retryAfter reads a number of seconds, or the time at which to try again. "0" counts as given.
func retryAfter(header string) time.Duration {
	if seconds, err := strconv.ParseUint(header, 10, 31); err == nil {
		return max(time.Duration(seconds)*time.Second, 1)
	}
	if at, err := http.ParseTime(header); err == nil {
		return max(time.Until(at), 1)
	}
	return 0
}
