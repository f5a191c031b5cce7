package main

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"

	pluginv1 "example.com/quarry/plugin-go/gen/quarry/plugin/v1"
)

const export = `<mediawiki><page><title>Tides</title><revision><text>High water is at noon.</text></revision></page></mediawiki>`

func newClient(t *testing.T, token string) pluginv1.ParserServiceClient {
	t.Helper()
	listener := bufconn.Listen(1 << 20)
	server := newServer(token)
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(server.Stop)
	connection, err := grpc.NewClient("passthrough:///plugin",
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }),
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Close() })
	return pluginv1.NewParserServiceClient(connection)
}

func start(size int, limits *pluginv1.ParserLimits) *pluginv1.ParseRequest {
	return &pluginv1.ParseRequest{Part: &pluginv1.ParseRequest_Start{
		Start: &pluginv1.ParseStart{Filename: "wiki.xml", FileType: "xml", Size: uint64(size), Limits: limits},
	}}
}

func content(text string) *pluginv1.ParseRequest {
	return &pluginv1.ParseRequest{Part: &pluginv1.ParseRequest_Bytes{Bytes: []byte(text)}}
}

// parse sends the requests and gives the events and how the call ended.
func parse(
	ctx context.Context, t *testing.T, client pluginv1.ParserServiceClient, requests ...*pluginv1.ParseRequest,
) ([]*pluginv1.ParserEvent, error) {
	t.Helper()
	stream, err := client.Parse(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, request := range requests {
		if err := stream.Send(request); err != nil && !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
	}
	if err := stream.CloseSend(); err != nil {
		t.Fatal(err)
	}
	var events []*pluginv1.ParserEvent
	for {
		response, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return events, nil
		}
		if err != nil {
			return events, err
		}
		events = append(events, response.GetEvents()...)
	}
}

var roomy = &pluginv1.ParserLimits{MaxPages: 10, MaxTextCharacters: 1_000}

func TestParse(t *testing.T) {
	client := newClient(t, "")
	half := len(export) / 2
	requests := []*pluginv1.ParseRequest{start(len(export), roomy), content(export[:half]), content(""), content(export[half:])}
	events, err := parse(t.Context(), t, client, requests...)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, event := range events {
		if block := event.GetBlock(); block != nil {
			texts = append(texts, block.GetText())
		}
	}
	if got := strings.Join(texts, "; "); got != "Tides; High water is at noon." {
		t.Errorf("got %q", got)
	}
}

// A file that was cut on its way must not look like a document, not even like a damaged one: the host tries again.
func TestBrokenStreams(t *testing.T) {
	client := newClient(t, "")
	tests := []struct {
		name     string
		requests []*pluginv1.ParseRequest
		code     codes.Code
	}{
		{"cut in the middle", []*pluginv1.ParseRequest{start(len(export), roomy), content(export[:40])}, codes.Aborted},
		{"cut at the end of an element", []*pluginv1.ParseRequest{start(len(export)+1, roomy), content(export)}, codes.Aborted},
		{"more than announced", []*pluginv1.ParseRequest{start(1, roomy), content(export)}, codes.InvalidArgument},
		{"bytes first", []*pluginv1.ParseRequest{content(export)}, codes.InvalidArgument},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			events, err := parse(t.Context(), t, client, test.requests...)
			if status.Code(err) != test.code {
				t.Errorf("got %v, want %v", err, test.code)
			}
			for _, event := range events {
				if event.GetFailure() != nil {
					t.Errorf("got the failure %v", event)
				}
			}
		})
	}
}

func TestFailureIsTheLastEvent(t *testing.T) {
	client := newClient(t, "")
	tests := []struct {
		name, file string
		limits     *pluginv1.ParserLimits
		reason     pluginv1.ParseFailure_Reason
	}{
		{"other XML", "<rss/>", roomy, pluginv1.ParseFailure_REASON_WRONG_TYPE},
		{"damaged", export[:len(export)-5], roomy, pluginv1.ParseFailure_REASON_CORRUPT},
		{"too much text", export, &pluginv1.ParserLimits{MaxPages: 10, MaxTextCharacters: 6}, pluginv1.ParseFailure_REASON_LIMIT},
		{"too many pages", export, &pluginv1.ParserLimits{MaxTextCharacters: 1_000}, pluginv1.ParseFailure_REASON_LIMIT},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			events, err := parse(t.Context(), t, client, start(len(test.file), test.limits), content(test.file))
			if err != nil || len(events) == 0 {
				t.Fatalf("got %v and %v", events, err)
			}
			if got := events[len(events)-1].GetFailure().GetReason(); got != test.reason {
				t.Errorf("got %v, want %v", got, test.reason)
			}
		})
	}
}

func TestToken(t *testing.T) {
	client := newClient(t, "secret")
	for _, given := range []string{"", "secret", "Bearer wrong"} {
		ctx := metadata.AppendToOutgoingContext(t.Context(), "authorization", given)
		_, err := client.Describe(ctx, &pluginv1.DescribeRequest{})
		if status.Code(err) != codes.Unauthenticated {
			t.Errorf("Describe with %q: got %v", given, err)
		}
		_, err = parse(ctx, t, client, start(len(export), roomy), content(export))
		if status.Code(err) != codes.Unauthenticated {
			t.Errorf("Parse with %q: got %v", given, err)
		}
	}
	ctx := metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer secret")
	if _, err := client.Describe(ctx, &pluginv1.DescribeRequest{}); err != nil {
		t.Error(err)
	}
}
