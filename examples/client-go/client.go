package main

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	quarryv1 "example.com/quarry/client-go/gen/quarry/v1"
)

const (
	// Deadline of what takes as long as its file.
	fileTimeout = 10 * time.Minute

	topK = 5
)

// What does no work twice is tried again by gRPC itself while the service is away.
const serviceConfig = `{"methodConfig": [{
	"name": [
		{"service": "quarry.v1.QueryService"},
		{"service": "quarry.v1.DocumentService", "method": "WatchDocumentProgress"}
	],
	"retryPolicy": {
		"maxAttempts": 4, "initialBackoff": "0.3s", "maxBackoff": "3s", "backoffMultiplier": 2,
		"retryableStatusCodes": ["UNAVAILABLE"]
	}
}]}`

// Client calls a Quarry service over gRPC: what a program of your own would keep of this example.
type Client struct {
	connection  *grpc.ClientConn
	timeout     time.Duration
	collections quarryv1.CollectionServiceClient
	documents   quarryv1.DocumentServiceClient
	queries     quarryv1.QueryServiceClient
}

// NewClient connects with the first call. The address is http://host:port, or https:// where TLS is in front; timeout is
// the deadline of calls that answer at once.
func NewClient(address, apiKey string, timeout time.Duration) (*Client, error) {
	target, transport, err := transportOf(address)
	if err != nil {
		return nil, err
	}
	connection, err := grpc.NewClient(target,
		grpc.WithTransportCredentials(transport),
		grpc.WithPerRPCCredentials(bearer{key: apiKey, onlyOverTLS: transport.Info().SecurityProtocol == "tls"}),
		grpc.WithDefaultServiceConfig(serviceConfig),
	)
	if err != nil {
		return nil, err
	}
	return &Client{
		connection:  connection,
		timeout:     timeout,
		collections: quarryv1.NewCollectionServiceClient(connection),
		documents:   quarryv1.NewDocumentServiceClient(connection),
		queries:     quarryv1.NewQueryServiceClient(connection),
	}, nil
}

// Close ends the connection.
func (client *Client) Close() error { return client.connection.Close() }

// CreateCollection fails with codes.AlreadyExists when the name is taken.
func (client *Client) CreateCollection(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, client.timeout)
	defer cancel()
	_, err := client.collections.CreateCollection(ctx, &quarryv1.CreateCollectionRequest{Name: name})
	return err
}

// Search finds passages by meaning and by words, best first; none lies outside of the filter.
func (client *Client) Search(
	ctx context.Context, collection, question string, filter *structpb.Struct,
) ([]*quarryv1.QueryResult, error) {
	ctx, cancel := context.WithTimeout(ctx, client.timeout)
	defer cancel()
	answer, err := client.queries.Query(ctx, &quarryv1.QueryRequest{
		CollectionName: collection,
		Query:          question,
		SearchMode:     quarryv1.SearchMode_SEARCH_MODE_HYBRID.Enum(),
		Filters:        filter,
		TopK:           proto.Int32(topK),
	})
	return answer.GetResults(), err
}

func transportOf(address string) (string, credentials.TransportCredentials, error) {
	parsed, err := url.Parse(address)
	if err != nil {
		return "", nil, err
	}
	host, port := parsed.Host, parsed.Port()
	switch parsed.Scheme {
	case "http":
		if port == "" {
			host += ":80"
		}
		return host, insecure.NewCredentials(), nil
	case "https":
		if port == "" {
			host += ":443"
		}
		return host, credentials.NewTLS(nil), nil
	default:
		return "", nil, fmt.Errorf("%q is no http:// or https:// address", address)
	}
}

// bearer sends the API key with every call; without TLS (http://) too, which is for loopback and trusted networks.
type bearer struct {
	key         string
	onlyOverTLS bool
}

func (credential bearer) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	return map[string]string{"authorization": "Bearer " + credential.key}, nil
}

func (credential bearer) RequireTransportSecurity() bool { return credential.onlyOverTLS }
