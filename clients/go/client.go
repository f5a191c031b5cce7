// Package quarry is the Go client of a Quarry service. A [Client] has every rpc of the contract, typed, by service; its own
// methods are what takes more than one message: uploads, downloads, lists, progress.
package quarry

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"connectrpc.com/connect"

	"github.com/quarry-dev/quarry/clients/go/gen/quarry/v1/quarryv1connect"
)

// Version is the client's version, which is that of the service it was made with.
const Version = "0.1.0"

const (
	defaultTimeout    = time.Minute
	defaultMaxRetries = 2

	// As many connections stay open between calls; net/http keeps 2, and opens and closes all others of a busy program.
	idleConnections = 64
)

// Client calls one Quarry service; safe for concurrent use, and to be kept. Its fields are the clients of the contract's
// services: their methods take a context and a request message of package quarryv1. A header for one call, such as an
// Idempotency-Key of your own, and the headers of its answer go through connect.NewClientContext.
type Client struct {
	Changes      quarryv1connect.ChangeServiceClient
	Collections  quarryv1connect.CollectionServiceClient
	Documents    quarryv1connect.DocumentServiceClient
	Installation quarryv1connect.InstallationServiceClient
	Jobs         quarryv1connect.JobServiceClient
	Keys         quarryv1connect.KeyServiceClient
	Models       quarryv1connect.ModelServiceClient
	Operations   quarryv1connect.OperationServiceClient
	Platform     quarryv1connect.PlatformServiceClient
	Queries      quarryv1connect.QueryServiceClient
	Transfers    quarryv1connect.TransferServiceClient
	Vectors      quarryv1connect.VectorServiceClient
	Webhooks     quarryv1connect.WebhookServiceClient

	caller    *caller
	transport *http.Transport
}

type settings struct {
	timeout    time.Duration
	maxRetries int
	httpClient connect.HTTPClient
	h2c        bool
	header     http.Header
	options    []connect.ClientOption
}

// Option changes a default of [NewClient].
type Option func(*settings)

// WithTimeout sets the timeout of one call with all its attempts; 0 for none. Default: one minute. Streams have none, as
// files and networks differ: there the context decides.
func WithTimeout(timeout time.Duration) Option { return func(s *settings) { s.timeout = timeout } }

// WithMaxRetries sets how often a failed call is attempted again, where that can't do its work twice. Default: 2.
func WithMaxRetries(retries int) Option { return func(s *settings) { s.maxRetries = retries } }

// WithHTTPClient sets the HTTP client, for proxies and certificates. Default: one with its own pool of connections.
func WithHTTPClient(client connect.HTTPClient) Option {
	return func(s *settings) { s.httpClient = client }
}

// WithH2C uses HTTP/2 for http:// addresses: all calls share one connection. There must be no proxy in between that speaks
// HTTP/1.1 only. Over https:// HTTP/2 is negotiated anyway.
func WithH2C() Option { return func(s *settings) { s.h2c = true } }

// WithHeader adds a header to every call.
func WithHeader(name, value string) Option { return func(s *settings) { s.header.Add(name, value) } }

// WithClientOptions passes options to connect, such as connect.WithProtoJSON() or connect.WithInterceptors(…).
func WithClientOptions(options ...connect.ClientOption) Option {
	return func(s *settings) { s.options = append(s.options, options...) }
}

// NewClient makes a client; nothing is sent before the first call. An empty baseURL is taken from QUARRY_BASE_URL, an empty
// apiKey from QUARRY_API_KEY; without a key only the health checks answer.
func NewClient(baseURL, apiKey string, options ...Option) (*Client, error) {
	chosen := settings{timeout: defaultTimeout, maxRetries: defaultMaxRetries, header: http.Header{}}
	for _, option := range options {
		option(&chosen)
	}
	if apiKey == "" {
		apiKey = os.Getenv("QUARRY_API_KEY")
	}
	if apiKey != "" {
		chosen.header.Set("Authorization", "Bearer "+apiKey)
	}
	if chosen.header.Get("User-Agent") == "" {
		chosen.header.Set("User-Agent", "quarry-go/"+Version)
	}
	address, err := addressOf(baseURL)
	if err != nil {
		return nil, err
	}
	if err := chosen.check(); err != nil {
		return nil, err
	}
	client := &Client{caller: &caller{header: chosen.header, timeout: chosen.timeout, maxRetries: chosen.maxRetries}}
	if chosen.httpClient == nil {
		client.transport = newTransport(chosen.h2c)
		chosen.httpClient = &http.Client{Transport: client.transport}
	}
	client.connect(address, chosen)
	return client, nil
}

// Close ends idle connections, unless they are those of your own HTTP client.
func (client *Client) Close() {
	if client.transport != nil {
		client.transport.CloseIdleConnections()
	}
}

func (client *Client) connect(address string, chosen settings) {
	http := answers{chosen.httpClient}
	options := connect.WithClientOptions(append(chosen.options, connect.WithInterceptors(client.caller))...)
	client.Changes = quarryv1connect.NewChangeServiceClient(http, address, options)
	client.Collections = quarryv1connect.NewCollectionServiceClient(http, address, options)
	client.Documents = quarryv1connect.NewDocumentServiceClient(http, address, options)
	client.Installation = quarryv1connect.NewInstallationServiceClient(http, address, options)
	client.Jobs = quarryv1connect.NewJobServiceClient(http, address, options)
	client.Keys = quarryv1connect.NewKeyServiceClient(http, address, options)
	client.Models = quarryv1connect.NewModelServiceClient(http, address, options)
	client.Operations = quarryv1connect.NewOperationServiceClient(http, address, options)
	client.Platform = quarryv1connect.NewPlatformServiceClient(http, address, options)
	client.Queries = quarryv1connect.NewQueryServiceClient(http, address, options)
	client.Transfers = quarryv1connect.NewTransferServiceClient(http, address, options)
	client.Vectors = quarryv1connect.NewVectorServiceClient(http, address, options)
	client.Webhooks = quarryv1connect.NewWebhookServiceClient(http, address, options)
}

func newTransport(h2c bool) *http.Transport {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = idleConnections
	transport.Protocols = new(http.Protocols)
	// net/http takes HTTP/1.1 for http:// wherever it may.
	transport.Protocols.SetHTTP1(!h2c)
	transport.Protocols.SetHTTP2(true)
	transport.Protocols.SetUnencryptedHTTP2(h2c)
	return transport
}

func addressOf(baseURL string) (string, error) {
	if baseURL == "" {
		baseURL = os.Getenv("QUARRY_BASE_URL")
	}
	if baseURL == "" {
		return "", invalid("baseURL: is required, as an argument or in QUARRY_BASE_URL")
	}
	parsed, err := url.Parse(baseURL)
	if err != nil || parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Host == "" {
		return "", invalid("baseURL: must be an http:// or https:// address, such as https://quarry.example.com")
	}
	if parsed.User != nil || parsed.RawQuery != "" || parsed.Fragment != "" {
		return "", invalid("baseURL: must have no user, query or fragment, got %q", parsed.Redacted())
	}
	return strings.TrimRight(parsed.String(), "/"), nil
}

func (chosen *settings) check() error {
	switch {
	case chosen.timeout < 0:
		return invalid("timeout: must be 0 or more, got %s", chosen.timeout)
	case chosen.maxRetries < 0:
		return invalid("maxRetries: must be 0 or more, got %d", chosen.maxRetries)
	case chosen.h2c && chosen.httpClient != nil:
		return invalid("WithH2C: is for the client's own connections; set Protocols of your http.Transport")
	}
	for name, values := range chosen.header {
		for _, value := range values {
			if strings.ContainsFunc(value, isNotPrintable) {
				// Not the value, which may be a key.
				return invalid("%s: must be printable ASCII", nameOf(name))
			}
		}
	}
	return nil
}

func isNotPrintable(character rune) bool { return character < ' ' || character > '~' }

func nameOf(header string) string {
	if header == "Authorization" {
		return "apiKey"
	}
	return fmt.Sprintf("header %q", header)
}
