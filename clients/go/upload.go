package quarry

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"

	quarryv1 "github.com/quarry-dev/quarry/clients/go/gen/quarry/v1"
)

// chunkBytes is large enough to cost little, and small enough to show progress.
const chunkBytes = 65_536

// File is the source of an upload. Content that is an io.Seeker has a known size, and is sent again from where it was when a
// connection breaks; any other reader is sent once.
type File struct {
	// Name of the file; its last extension says the type.
	Name string
	// MediaType is optional: the extension decides.
	MediaType string
	Content   io.Reader
}

// UploadOptions are options of one upload; nil is all defaults.
type UploadOptions struct {
	// Metadata of the document, which queries can filter by; [NewStruct] says what it can hold.
	Metadata map[string]any
	// ExternalID is your own id of the document, unique in the collection: 1 to 512 bytes of UTF-8.
	ExternalID string
	// ExternalIDs is for UploadBatch: as many as files, in their order; "" for a file without one.
	ExternalIDs []string
	OnConflict  quarryv1.OnConflict
	OnDuplicate quarryv1.OnDuplicate
	ExpiresAt   time.Time
	// IfUpdatedAt is UpdatedAt of the document that is to be replaced: where it is another by now, nothing is done.
	IfUpdatedAt time.Time
	// IdempotencyKey: the same key with the same file makes one document, however often it comes. Default: a new one.
	IdempotencyKey string
	// OnProgress is told the bytes sent so far, and of how many; -1 where that is not known. It starts again from 0 when the
	// upload is retried.
	OnProgress func(sentBytes, totalBytes int64)
}

// uploadKey is the context's key of an upload's Idempotency-Key.
type uploadKey struct{}

// Upload sends one file while it is read. It is durable when this returns; processing follows.
func (client *Client) Upload(
	ctx context.Context, collection string, file File, options *UploadOptions,
) (*quarryv1.Document, error) {
	if options == nil {
		options = &UploadOptions{}
	}
	if options.ExternalIDs != nil {
		return nil, invalid("ExternalIDs: are for UploadBatch; set ExternalID")
	}
	head, err := options.head(collection)
	if err != nil {
		return nil, err
	}
	if options.ExternalID != "" {
		head = append(head, field{"external_id", protoreflect.ValueOfString(options.ExternalID)})
	}
	if !options.IfUpdatedAt.IsZero() {
		head = append(head, field{"if_updated_at", valueOfTime(options.IfUpdatedAt)})
	}
	return upload(ctx, client, client.Documents.UploadDocument, head, []File{file}, options)
}

// UploadFile sends the file at a path, as Upload does.
func (client *Client) UploadFile(
	ctx context.Context, collection, path string, options *UploadOptions,
) (*quarryv1.Document, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return client.Upload(ctx, collection, File{Name: filepath.Base(path), Content: file}, options)
}

// UploadBatch sends up to 100 files in one call. One bad file never spoils the others: it stands in the answer's errors.
func (client *Client) UploadBatch(
	ctx context.Context, collection string, files []File, options *UploadOptions,
) (*quarryv1.BatchUploadDocumentsResponse, error) {
	if options == nil {
		options = &UploadOptions{}
	}
	if options.ExternalID != "" || !options.IfUpdatedAt.IsZero() {
		return nil, invalid("ExternalID, IfUpdatedAt: are for one document; set ExternalIDs, or use Upload")
	}
	head, err := options.head(collection)
	if err != nil {
		return nil, err
	}
	if options.ExternalIDs != nil {
		ids := &quarryv1.ExternalIds{ExternalIds: options.ExternalIDs}
		head = append(head, field{"external_ids", protoreflect.ValueOfMessage(ids.ProtoReflect())})
	}
	return upload(ctx, client, client.Documents.BatchUploadDocuments, head, files, options)
}

// Import makes a collection of an archive that Export wrote. header.Name is the new collection's name.
func (client *Client) Import(
	ctx context.Context, header *quarryv1.ImportHeader, archive io.Reader,
) (*quarryv1.Collection, error) {
	head := []field{{"header", protoreflect.ValueOfMessage(header.ProtoReflect())}}
	return upload(ctx, client, client.Transfers.ImportCollection, head, []File{{Content: archive}}, nil)
}

// field is one message of an upload's stream: they all are a oneof.
type field struct {
	name  protoreflect.Name
	value protoreflect.Value
}

func (options *UploadOptions) head(collection string) ([]field, error) {
	header := &quarryv1.UploadHeader{CollectionName: collection}
	fields := []field{{"header", protoreflect.ValueOfMessage(header.ProtoReflect())}}
	if options.Metadata != nil {
		metadata, err := structOf(options.Metadata, "metadata")
		if err != nil {
			return nil, err
		}
		fields = append(fields, field{"metadata", protoreflect.ValueOfMessage(metadata.ProtoReflect())})
	}
	if options.OnConflict != 0 {
		fields = append(fields, field{"on_conflict", protoreflect.ValueOfEnum(options.OnConflict.Number())})
	}
	if options.OnDuplicate != 0 {
		fields = append(fields, field{"on_duplicate", protoreflect.ValueOfEnum(options.OnDuplicate.Number())})
	}
	if !options.ExpiresAt.IsZero() {
		fields = append(fields, field{"expires_at", valueOfTime(options.ExpiresAt)})
	}
	return fields, nil
}

func valueOfTime(at time.Time) protoreflect.Value {
	return protoreflect.ValueOfMessage(timestamppb.New(at).ProtoReflect())
}

// source is a file that may be read again.
type source struct {
	File
	// size is -1 where it is not known.
	size, start int64
}

func sourceOf(file File) source {
	made := source{File: file, size: -1}
	seeker, ok := file.Content.(io.Seeker)
	if !ok {
		return made
	}
	start, err := seeker.Seek(0, io.SeekCurrent)
	if err != nil {
		// A pipe.
		return made
	}
	end, err := seeker.Seek(0, io.SeekEnd)
	if err != nil {
		return made
	}
	if _, err = seeker.Seek(start, io.SeekStart); err != nil {
		return made
	}
	made.start, made.size = start, max(0, end-start)
	return made
}

func (file *source) rewind() error {
	if file.size < 0 {
		return nil
	}
	_, err := file.Content.(io.Seeker).Seek(file.start, io.SeekStart)
	return err
}

// sending is an upload on its way.
type sending[Req, Res any] struct {
	open    func(context.Context) (*connect.ClientStreamForClientSimple[Req, Res], error)
	head    []field
	sources []source
	report  func(sentBytes int64)
}

func upload[Req, Res any](
	ctx context.Context, client *Client, open func(context.Context) (*connect.ClientStreamForClientSimple[Req, Res], error),
	head []field, files []File, options *UploadOptions,
) (*Res, error) {
	made := sending[Req, Res]{open: open, head: head, report: func(int64) {}}
	caller := *client.caller
	total := int64(0)
	for index, file := range files {
		if file.Content == nil {
			return nil, invalid("files[%d].Content: is required", index)
		}
		if file.Name == "" && options != nil {
			return nil, invalid("files[%d].Name: is required, its extension says the type", index)
		}
		made.sources = append(made.sources, sourceOf(file))
		if size := made.sources[index].size; size < 0 || total < 0 {
			total = -1
			caller.maxRetries = 0
		} else {
			total += size
		}
	}
	if options == nil {
		// An import: a second one could do the work twice.
		caller.maxRetries = 0
	} else {
		key := options.IdempotencyKey
		if key == "" {
			key = rand.Text()
		}
		ctx = context.WithValue(ctx, uploadKey{}, key)
		if options.OnProgress != nil {
			made.report = func(sent int64) { options.OnProgress(sent, total) }
		}
	}
	var answer *Res
	err := caller.withRetries(ctx, true, func() (err error) {
		answer, err = made.attempt(ctx)
		return err
	})
	if failure, ok := errors.AsType[*sourceError](err); ok {
		return nil, failure.cause
	}
	return answer, err
}

// sourceError is a failure of what is read, not of the service.
type sourceError struct{ cause error }

func (failure *sourceError) Error() string { return failure.cause.Error() }

func (made *sending[Req, Res]) attempt(ctx context.Context) (*Res, error) {
	// Ends the stream, and the upload with it, where this function leaves early.
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := made.open(ctx)
	if err != nil {
		return nil, err
	}
	send := func(each field) error {
		message := new(Req)
		reflected := any(message).(proto.Message).ProtoReflect()
		reflected.Set(reflected.Descriptor().Fields().ByName(each.name), each.value)
		return stream.Send(message)
	}
	// io.EOF: the service has answered already, mostly to refuse. What it says comes with the answer.
	if err := made.send(send); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return stream.CloseAndReceive()
}

func (made *sending[Req, Res]) send(send func(field) error) error {
	for _, each := range made.head {
		if err := send(each); err != nil {
			return err
		}
	}
	sent := int64(0)
	made.report(sent)
	buffer := make([]byte, chunkBytes)
	for _, file := range made.sources {
		if err := file.rewind(); err != nil {
			return &sourceError{fmt.Errorf("%s: %w", file.Name, err)}
		}
		if file.Name != "" {
			start := &quarryv1.UploadFile{Filename: file.Name, MediaType: file.MediaType}
			if file.size >= 0 {
				start.Size = &file.size
			}
			if err := send(field{"file", protoreflect.ValueOfMessage(start.ProtoReflect())}); err != nil {
				return err
			}
		}
		for {
			count, err := fill(file.Content, buffer)
			if count > 0 {
				if err := send(field{"chunk", protoreflect.ValueOfBytes(buffer[:count])}); err != nil {
					return err
				}
				sent += int64(count)
				made.report(sent)
			}
			if err == io.EOF {
				break
			}
			if err != nil {
				return &sourceError{fmt.Errorf("%s: %w", file.Name, err)}
			}
		}
	}
	return nil
}

// fill reads until the buffer is full. Unlike io.ReadFull it leaves the reader's own io.ErrUnexpectedEOF, of a broken archive or
// a cut connection, apart from the end.
func fill(reader io.Reader, buffer []byte) (count int, err error) {
	for count < len(buffer) && err == nil {
		var read int
		read, err = reader.Read(buffer[count:])
		count += read
	}
	return count, err
}
