package quarry

import (
	"context"
	"errors"
	"fmt"
	"io"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	quarryv1 "github.com/quarry-dev/quarry/clients/go/gen/quarry/v1"
)

// Download is a file on its way: read it to io.EOF, and close it. It never ends early without an error.
type Download struct {
	Filename  string
	MediaType string
	// File says more of a file or a picture: size, etag, the part that follows. Nil for texts, tables and archives.
	File *quarryv1.FileInfo

	// rest is what is left of the last chunk, position the byte of the file where it begins.
	rest     []byte
	position int64
	next     func() ([]byte, error)
	close    func()
	failed   error
}

// Download opens the original file of a document; [Open] opens a part of it, or something else.
func (client *Client) Download(ctx context.Context, collection, documentID string) (*Download, error) {
	return Open(ctx, client, client.Documents.DownloadDocumentFile, &quarryv1.DownloadDocumentFileRequest{
		CollectionName: collection, DocumentId: documentID,
	})
}

// Open opens what an rpc sends in chunks: client.Documents.DownloadDocumentFile, GetDocumentPageImage, GetDocumentText,
// GetDocumentMarkdown, GetDocumentTableCsv, client.Transfers.ExportCollection. Where a connection breaks, a file or a picture
// goes on where it was, and a text, a table or an archive fails.
func Open[Request, Response any, Message interface {
	*Response
	proto.Message
	GetChunk() []byte
}](
	ctx context.Context, client *Client,
	call func(context.Context, *Request) (*connect.ServerStreamForClient[Response], error), request *Request,
) (*Download, error) {
	// Ends the current stream. One that is left open takes from what the service sends to one caller at a time.
	cancel := func() {}
	made := &Download{close: func() { cancel() }}
	var stream *connect.ServerStreamForClient[Response]
	receive := func() error {
		if stream.Receive() {
			return nil
		}
		if err := stream.Err(); err != nil {
			return err
		}
		return io.EOF
	}
	open := func(request *Request) (info protoreflect.Message, err error) {
		cancel()
		var each context.Context
		each, cancel = context.WithCancel(ctx)
		if stream, err = call(each, request); err == nil {
			err = receive()
		}
		if err != nil && err != io.EOF {
			return nil, err
		}
		message := Message(stream.Msg()).ProtoReflect()
		field := message.Descriptor().Fields().ByName("info")
		if !message.Has(field) {
			return nil, broken("the download has no header")
		}
		return message.Get(field).Message(), nil
	}
	var info protoreflect.Message
	err := client.caller.withRetries(ctx, true, func() (err error) {
		info, err = open(request)
		return err
	})
	if err != nil {
		cancel()
		return nil, err
	}
	fields := info.Descriptor().Fields()
	made.Filename = info.Get(fields.ByName("filename")).String()
	made.MediaType = info.Get(fields.ByName("media_type")).String()
	made.next = func() ([]byte, error) {
		err := receive()
		return Message(stream.Msg()).GetChunk(), err
	}
	var isFile bool
	if made.File, isFile = info.Interface().(*quarryv1.FileInfo); isFile {
		made.resume(ctx, client.caller, func() (*quarryv1.FileInfo, error) {
			again := proto.Clone(any(request).(proto.Message)).ProtoReflect()
			fields, end := again.Descriptor().Fields(), made.File.GetOffset()+made.File.GetLength()
			again.Set(fields.ByName("offset"), protoreflect.ValueOfInt64(made.position))
			again.Set(fields.ByName("length"), protoreflect.ValueOfInt64(end-made.position))
			info, err := open(again.Interface().(any).(*Request))
			if err != nil {
				return nil, err
			}
			return info.Interface().(*quarryv1.FileInfo), nil
		})
	}
	return made, nil
}

// resume makes `next` go on over other connections, to the end that the first one promised.
func (download *Download) resume(ctx context.Context, caller *caller, reopen func() (*quarryv1.FileInfo, error)) {
	once := download.next
	end := download.File.GetOffset() + download.File.GetLength()
	download.position = download.File.GetOffset()
	download.next = func() (chunk []byte, err error) {
		if download.position >= end {
			return nil, io.EOF
		}
		isFirst := true
		err = caller.withRetries(ctx, true, func() error {
			if !isFirst {
				if info, err := reopen(); err != nil {
					return err
				} else if info.GetEtag() != download.File.GetEtag() {
					return &Error{Code: CodeConflict, Message: "the file changed while it was downloaded"}
				}
			}
			isFirst = false
			if chunk, err = once(); err == io.EOF {
				err = broken(fmt.Sprintf("the download ended at byte %d of %d", download.position, end))
			}
			return err
		})
		return chunk, err
	}
}

// Read reads the next bytes.
func (download *Download) Read(buffer []byte) (count int, err error) {
	for len(download.rest) == 0 && download.failed == nil && len(buffer) > 0 {
		download.rest, download.failed = download.next()
	}
	if download.failed != nil {
		return 0, download.failed
	}
	count = copy(buffer, download.rest)
	download.rest = download.rest[count:]
	download.position += int64(count)
	return count, nil
}

// Close ends the download, also before its end.
func (download *Download) Close() error {
	download.close()
	download.rest, download.failed = nil, errors.New("quarry: the download is closed")
	return nil
}

func broken(message string) *Error {
	return &Error{Code: CodeNetwork, Message: message, cause: io.ErrUnexpectedEOF}
}
