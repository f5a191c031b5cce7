package quarry

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"testing"
	"time"

	quarryv1 "github.com/quarry-dev/quarry/clients/go/gen/quarry/v1"
)

// gate is a file: while it is there, documents wait to be embedded, and so are not ready.
var gate = os.Getenv("QUARRY_TEST_GATE")

// TestMain runs the examples and the tests of a live service where QUARRY_BASE_URL and QUARRY_API_KEY name one.
func TestMain(m *testing.M) {
	flag.Parse()
	if !isLive() {
		fmt.Println("SKIPPED: examples and tests of a live service, as QUARRY_BASE_URL names none")
		if run := flag.Lookup("test.run").Value; run.String() == "" {
			if err := run.Set("^Test"); err != nil {
				panic(err)
			}
		}
	}
	firstPause = 20 * time.Millisecond
	os.Exit(m.Run())
}

func isLive() bool { return os.Getenv("QUARRY_BASE_URL") != "" }

// liveClient is a client of the live service, and a collection of its own.
func liveClient(t *testing.T, options ...Option) (*Client, string) {
	t.Helper()
	if !isLive() {
		t.Skip("SKIPPED: QUARRY_BASE_URL names no service")
	}
	client := newClient(t, "", options...)
	name := fmt.Sprintf("go_%d", time.Now().UnixNano())
	if _, err := client.Collections.CreateCollection(t.Context(), &quarryv1.CreateCollectionRequest{Name: name}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		// The test's own context is over here.
		_, _ = client.Collections.DeleteCollection(context.Background(), &quarryv1.DeleteCollectionRequest{Name: name})
	})
	return client, name
}

func newClient(t *testing.T, baseURL string, options ...Option) *Client {
	t.Helper()
	client, err := NewClient(baseURL, "", options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

// way is the way to the service with failures put in between: one fate for each request, and those behind the last one
// arrive unharmed.
type way struct {
	mutex    sync.Mutex
	fates    []func(*http.Request) (*http.Response, error)
	requests []*http.Request
}

func (w *way) Do(request *http.Request) (*http.Response, error) {
	w.mutex.Lock()
	w.requests = append(w.requests, request)
	fate := http.DefaultClient.Do
	if len(w.fates) > 0 {
		fate, w.fates = w.fates[0], w.fates[1:]
	}
	w.mutex.Unlock()
	return fate(request)
}

// refusal answers without asking the service.
func refusal(status int, retryAfter string) func(*http.Request) (*http.Response, error) {
	return func(request *http.Request) (*http.Response, error) {
		recorder := httptest.NewRecorder()
		if retryAfter != "" {
			recorder.Header().Set("Retry-After", retryAfter)
		}
		recorder.WriteHeader(status)
		return recorder.Result(), nil
	}
}

// lost lets the service do its work, and loses the answer.
func lost(request *http.Request) (*http.Response, error) {
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	_, _ = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
	return nil, io.ErrUnexpectedEOF
}

// cut breaks the answer off after its first bytes.
func cut(after int64) func(*http.Request) (*http.Response, error) {
	return func(request *http.Request) (*http.Response, error) {
		response, err := http.DefaultClient.Do(request)
		if err == nil {
			body := response.Body
			response.Body = struct {
				io.Reader
				io.Closer
			}{io.MultiReader(io.LimitReader(body, after), brokenReader{}), body}
		}
		return response, err
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// silentServer takes connections and never answers.
func silentServer(t *testing.T) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	return "http://" + listener.Addr().String()
}
