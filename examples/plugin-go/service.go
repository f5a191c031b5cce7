package main

import (
	"context"
	"errors"
	"io"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	pluginv1 "example.com/quarry/plugin-go/gen/quarry/plugin/v1"
	"example.com/quarry/plugin-go/mediawiki"
)

type parserService struct {
	pluginv1.UnimplementedParserServiceServer
}

func (*parserService) Describe(context.Context, *pluginv1.DescribeRequest) (*pluginv1.ParserDescription, error) {
	return &pluginv1.ParserDescription{
		Identity:  &pluginv1.PluginIdentity{Name: "mediawiki", Version: "1.0.0", SpecVersions: []uint32{1}},
		FileTypes: []string{"xml"},
	}, nil
}

func (*parserService) Health(context.Context, *pluginv1.HealthRequest) (*pluginv1.HealthResponse, error) {
	return &pluginv1.HealthResponse{}, nil
}

// Parse reads the export while it comes: neither the file nor its text is ever held as a whole.
func (*parserService) Parse(stream pluginv1.ParserService_ParseServer) error {
	request, err := stream.Recv()
	if err != nil {
		return err
	}
	start := request.GetStart()
	if start == nil {
		return status.Error(codes.InvalidArgument, "the first message must say what the file is")
	}
	limits := start.GetLimits()
	file := &fileReader{stream: stream, left: start.GetSize()}
	events := &eventWriter{stream: stream, charactersLeft: limits.GetMaxTextCharacters()}
	err = mediawiki.Read(file, mediawiki.Limits{MaxPages: limits.GetMaxPages()}, events)
	if failure := new(mediawiki.Failure); errors.As(err, &failure) {
		err = events.write(&pluginv1.ParserEvent{Kind: &pluginv1.ParserEvent_Failure{Failure: &pluginv1.ParseFailure{
			Reason:  reasons[failure.Reason],
			Message: failure.Message,
		}}})
	}
	if err != nil {
		return err
	}
	return events.flush()
}

var reasons = map[mediawiki.Reason]pluginv1.ParseFailure_Reason{
	mediawiki.Corrupt:   pluginv1.ParseFailure_REASON_CORRUPT,
	mediawiki.WrongType: pluginv1.ParseFailure_REASON_WRONG_TYPE,
	mediawiki.Empty:     pluginv1.ParseFailure_REASON_EMPTY,
	mediawiki.Limit:     pluginv1.ParseFailure_REASON_LIMIT,
}

// fileReader is the file as it comes from the host.
type fileReader struct {
	stream pluginv1.ParserService_ParseServer
	left   uint64
	chunk  []byte
}

func (file *fileReader) Read(buffer []byte) (int, error) {
	for len(file.chunk) == 0 {
		request, err := file.stream.Recv()
		if err != nil {
			return 0, file.end(err)
		}
		file.chunk = request.GetBytes()
		if uint64(len(file.chunk)) > file.left {
			return 0, status.Error(codes.InvalidArgument, "more bytes came than were announced")
		}
		file.left -= uint64(len(file.chunk))
	}
	count := copy(buffer, file.chunk)
	file.chunk = file.chunk[count:]
	return count, nil
}

// end tells a file that was cut on its way from one that ends: only the latter may become a document.
func (file *fileReader) end(err error) error {
	if errors.Is(err, io.EOF) && file.left > 0 {
		return status.Errorf(codes.Aborted, "the file was cut off: %d bytes are missing", file.left)
	}
	return err
}
