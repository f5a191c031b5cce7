package quarry

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"strings"
	"testing"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/known/structpb"

	quarryv1 "github.com/quarry-dev/quarry/clients/go/gen/quarry/v1"
	"github.com/quarry-dev/quarry/clients/go/gen/quarry/v1/quarryv1connect"
)

type object = map[string]any

type message struct {
	Status     int
	Verb, Path string
	Headers    map[string]string
	Body       json.RawMessage
}

// exchange is one of clients/conformance/exchanges.json, whose README says what its members are.
type exchange struct {
	Name, Method string
	Arguments    object
	Files        []struct{ Filename, Text string }
	Headers      map[string]string
	Result       any
	Error        *struct {
		Status       int
		Detail, Code string
	}
	Connect *struct{ Request, Response message }
}

// TestConformance replays the recorded exchanges. Unary rpcs are held to what was recorded of Connect; of uploads and streams
// only REST's bytes are, so the messages that a handler gets and gives are compared.
func TestConformance(t *testing.T) {
	content, err := os.ReadFile("../conformance/exchanges.json")
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("SKIPPED: ../conformance/exchanges.json is not there: this is the module without its repository")
	}
	var recorded struct{ Exchanges []*exchange }
	if err := errors.Join(err, json.Unmarshal(content, &recorded)); err != nil || len(recorded.Exchanges) < 40 {
		t.Fatal(len(recorded.Exchanges), err)
	}
	for _, each := range recorded.Exchanges {
		t.Run(each.Name, func(t *testing.T) {
			if each.Connect != nil {
				each.replay(t)
			} else {
				each.replayStream(t)
			}
		})
	}
}

func (each *exchange) descriptor(t *testing.T) protoreflect.MethodDescriptor {
	found, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(each.Method))
	if err != nil {
		t.Fatal(err)
	}
	return found.(protoreflect.MethodDescriptor)
}

func (each *exchange) replay(t *testing.T) {
	method := each.descriptor(t)
	transport := &way{fates: []func(*http.Request) (*http.Response, error){func(request *http.Request) (*http.Response, error) {
		wanted := each.Connect.Request
		body, err := io.ReadAll(request.Body)
		sent, expected := newMessage(t, method.Input()), newMessage(t, method.Input())
		unknown := errors.Join(err, protojson.Unmarshal(body, sent), protojson.Unmarshal(wanted.Body, expected))
		if unknown != nil || !proto.Equal(sent, expected) || request.Method != wanted.Verb || request.URL.Path != wanted.Path {
			t.Errorf("%s %s %s %v\nexpected %s", request.Method, request.URL, body, unknown, wanted.Body)
		}
		for name, value := range wanted.Headers {
			if request.Header.Get(name) != value {
				t.Errorf("%s: %q, expected %q", name, request.Header.Get(name), value)
			}
		}
		response := httptest.NewRecorder()
		for name, value := range each.Connect.Response.Headers {
			response.Header().Set(name, value)
		}
		response.WriteHeader(each.Connect.Response.Status)
		response.Write(each.Connect.Response.Body)
		return response.Result(), nil
	}}}
	client := newClient(t, "http://quarry", WithHTTPClient(transport), WithClientOptions(connect.WithProtoJSON()))
	ctx, call := connect.NewClientContext(t.Context())
	for name, value := range each.Headers {
		call.RequestHeader().Set(name, value)
	}
	service := reflect.ValueOf(client).Elem().FieldByNameFunc(func(name string) bool {
		field, _ := reflect.TypeFor[Client]().FieldByName(name)
		return field.Type.Name() == string(method.Parent().Name())+"Client"
	})
	arguments := fromREST(t, newMessage(t, method.Input()), each.Arguments)
	answer := service.MethodByName(string(method.Name())).Call([]reflect.Value{reflect.ValueOf(ctx), reflect.ValueOf(arguments)})
	if len(transport.requests) != 1 {
		t.Fatalf("%d requests", len(transport.requests))
	}
	if each.Error != nil {
		failure, ok := answer[1].Interface().(*Error)
		if !ok || failure.HTTPStatus() != each.Error.Status || failure.Message != each.Error.Detail || string(failure.Code) != each.Error.Code {
			t.Fatal(answer[1])
		}
		return
	}
	expectMessage(t, answer[0].Interface().(proto.Message), each.Result)
}

// recording is a service that answers with what was recorded.
type recording struct {
	quarryv1connect.UnimplementedDocumentServiceHandler
	t       *testing.T
	each    *exchange
	got     object
	header  http.Header
	content []string
}

func (each *exchange) replayStream(t *testing.T) {
	service := &recording{t: t, each: each, got: object{}}
	_, handler := quarryv1connect.NewDocumentServiceHandler(service)
	server := httptest.NewServer(handler)
	defer server.Close()
	client := newClient(t, server.URL)
	text := func(key string) string { value, _ := each.Arguments[key].(string); return value }
	collection, id := text("collection_name"), text("document_id")
	options := &UploadOptions{IdempotencyKey: each.Headers["idempotency-key"]}
	options.Metadata, _ = each.Arguments["metadata"].(object)
	files := make([]File, len(each.Files))
	for index, file := range each.Files {
		files[index] = File{Name: file.Filename, Content: strings.NewReader(file.Text)}
	}
	read := func(download *Download, err error) {
		content, wrong := io.ReadAll(download)
		if err := errors.Join(err, wrong); err != nil || string(content) != each.Result {
			t.Fatal(string(content), err)
		}
		service.got = each.Arguments
	}
	switch _, name, _ := strings.Cut(each.Method, "Service."); name {
	case "UploadDocument":
		if text("on_duplicate") == "skip" {
			options.OnDuplicate = quarryv1.OnDuplicate_ON_DUPLICATE_SKIP
		}
		document, err := client.Upload(t.Context(), collection, files[0], options)
		if err != nil {
			t.Fatal(err)
		}
		expectMessage(t, document, each.Result)
	case "BatchUploadDocuments":
		for _, each := range each.Arguments["external_ids"].([]any) {
			options.ExternalIDs = append(options.ExternalIDs, each.(string))
		}
		answer, err := client.UploadBatch(t.Context(), collection, files, options)
		if err != nil {
			t.Fatal(err)
		}
		expectMessage(t, answer, each.Result)
	case "WatchDocumentProgress":
		steps := 0
		for step, err := range client.WatchProgress(t.Context(), collection, id) {
			if err != nil {
				t.Fatal(err)
			}
			expectMessage(t, step, each.Result.([]any)[steps])
			steps++
		}
		service.got = each.Arguments
	case "DownloadDocumentFile":
		read(client.Download(t.Context(), collection, id))
	case "GetDocumentMarkdown":
		read(Open(t.Context(), client, client.Documents.GetDocumentMarkdown, &quarryv1.GetDocumentMarkdownRequest{CollectionName: collection, DocumentId: id}))
	default:
		t.Fatalf("%s: this test has no call of it", name)
	}
	if !reflect.DeepEqual(service.got, each.Arguments) {
		t.Fatalf("%v, expected %v", service.got, each.Arguments)
	}
	for index, file := range each.Files {
		if service.content[index] != file.Filename+"\n"+file.Text {
			t.Fatal(service.content)
		}
	}
}

// take notes a message of an upload as REST's arguments have it.
func (service *recording) take(message proto.Message) {
	reflected := message.ProtoReflect()
	reflected.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		switch typed := value.Interface().(type) {
		case []byte:
			service.content[len(service.content)-1] += string(typed)
		case protoreflect.EnumNumber:
			service.got[string(field.Name())] = strings.ToLower(strings.TrimPrefix(string(field.Enum().Values().ByNumber(typed).Name()), "ON_DUPLICATE_"))
		case protoreflect.Message:
			switch inner := typed.Interface().(type) {
			case *quarryv1.UploadHeader:
				service.got["collection_name"] = inner.GetCollectionName()
			case *quarryv1.UploadFile:
				service.content = append(service.content, inner.GetFilename()+"\n")
			default:
				encoded, _ := protojson.MarshalOptions{UseProtoNames: true}.Marshal(inner)
				var decoded object
				if err := json.Unmarshal(encoded, &decoded); err != nil {
					service.t.Error(err)
				}
				if ids, ok := decoded["external_ids"]; ok {
					service.got["external_ids"] = ids
				} else {
					service.got[string(field.Name())] = decoded
				}
			}
		default:
			service.got[string(field.Name())] = typed
		}
		return true
	})
}

func (service *recording) UploadDocument(_ context.Context, stream *connect.ClientStream[quarryv1.UploadDocumentRequest]) (*quarryv1.Document, error) {
	for stream.Receive() {
		service.take(stream.Msg())
	}
	return fromREST(service.t, &quarryv1.Document{}, service.each.Result).(*quarryv1.Document), stream.Err()
}

func (service *recording) BatchUploadDocuments(_ context.Context, stream *connect.ClientStream[quarryv1.BatchUploadDocumentsRequest]) (*quarryv1.BatchUploadDocumentsResponse, error) {
	for stream.Receive() {
		service.take(stream.Msg())
	}
	answer := fromREST(service.t, &quarryv1.BatchUploadDocumentsResponse{}, service.each.Result)
	return answer.(*quarryv1.BatchUploadDocumentsResponse), stream.Err()
}

func (service *recording) WatchDocumentProgress(_ context.Context, request *quarryv1.WatchDocumentProgressRequest, stream *connect.ServerStream[quarryv1.DocumentProgress]) error {
	expectMessage(service.t, request, service.each.Arguments)
	return stream.Send(fromREST(service.t, &quarryv1.DocumentProgress{}, service.each.Result.([]any)[0]).(*quarryv1.DocumentProgress))
}

func (service *recording) DownloadDocumentFile(_ context.Context, request *quarryv1.DownloadDocumentFileRequest, stream *connect.ServerStream[quarryv1.DownloadDocumentFileResponse]) error {
	expectMessage(service.t, request, service.each.Arguments)
	content := []byte(service.each.Result.(string))
	info := &quarryv1.FileInfo{Size: int64(len(content)), Length: int64(len(content))}
	return errors.Join(
		stream.Send(&quarryv1.DownloadDocumentFileResponse{Message: &quarryv1.DownloadDocumentFileResponse_Info{Info: info}}),
		stream.Send(&quarryv1.DownloadDocumentFileResponse{Message: &quarryv1.DownloadDocumentFileResponse_Chunk{Chunk: content}}),
	)
}

func (service *recording) GetDocumentMarkdown(_ context.Context, request *quarryv1.GetDocumentMarkdownRequest, stream *connect.ServerStream[quarryv1.GetDocumentTextResponse]) error {
	expectMessage(service.t, request, service.each.Arguments)
	chunk := &quarryv1.GetDocumentTextResponse_Chunk{Chunk: []byte(service.each.Result.(string))}
	return errors.Join(
		stream.Send(&quarryv1.GetDocumentTextResponse{Message: &quarryv1.GetDocumentTextResponse_Info{Info: &quarryv1.TextInfo{}}}),
		stream.Send(&quarryv1.GetDocumentTextResponse{Message: chunk}),
	)
}

func expectMessage(t *testing.T, got proto.Message, recorded any) {
	t.Helper()
	expected := fromREST(t, newMessage(t, got.ProtoReflect().Descriptor()), recorded)
	if !proto.Equal(withoutEmptyStructs(got.ProtoReflect()), withoutEmptyStructs(expected.ProtoReflect())) {
		t.Errorf("%v\nexpected %v", got, expected)
	}
}

// withoutEmptyStructs clears what REST writes as {} whether it is there or not.
func withoutEmptyStructs(message protoreflect.Message) proto.Message {
	message.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		if field.Message() != nil && !field.IsList() && !field.IsMap() {
			if inner, ok := value.Message().Interface().(*structpb.Struct); ok && len(inner.GetFields()) == 0 {
				message.Clear(field)
			}
		}
		return true
	})
	return message.Interface()
}

func newMessage(t *testing.T, descriptor protoreflect.MessageDescriptor) proto.Message {
	found, err := protoregistry.GlobalTypes.FindMessageByName(descriptor.FullName())
	if err != nil {
		t.Fatal(err)
	}
	return found.New().Interface()
}

// fromREST reads a message of the JSON that REST has for it.
func fromREST(t *testing.T, message proto.Message, recorded any) proto.Message {
	t.Helper()
	encoded, err := json.Marshal(protoJSON(message.ProtoReflect().Descriptor(), recorded))
	if err := errors.Join(err, protojson.Unmarshal(encoded, message)); err != nil {
		t.Fatal(err)
	}
	return message
}

// protoJSON makes the JSON of Protobuf of that of REST, which has shorter enums, vectors as numbers, lists in the place of messages
// that hold one list, and null where Protobuf has a flag or nothing.
func protoJSON(descriptor protoreflect.MessageDescriptor, value any) any {
	if list, ok := value.([]any); ok && descriptor.Fields().Len() == 1 {
		return object{string(descriptor.Fields().Get(0).Name()): list}
	}
	if value == true {
		return object{}
	}
	members, ok := value.(object)
	if !ok || strings.HasPrefix(string(descriptor.FullName()), "google.protobuf.") {
		return value
	}
	made := object{}
	for name, member := range members {
		field := descriptor.Fields().ByName(protoreflect.Name(name))
		items, isItems := member.([]any)
		switch {
		case field == nil:
			made[name] = member
		case member == nil:
			for _, prefix := range []protoreflect.Name{"clear_", "without_"} {
				if flag := descriptor.Fields().ByName(prefix + field.Name()); flag != nil {
					made[string(flag.Name())] = true
				}
			}
		case field.Kind() == protoreflect.BytesKind && isItems:
			vector := make([]float32, len(items))
			for index, item := range items {
				vector[index] = float32(item.(float64))
			}
			made[name] = Vector(vector)
		case field.IsList():
			converted := make([]any, len(items))
			for index, item := range items {
				converted[index] = protoItem(field, item)
			}
			made[name] = converted
		default:
			made[name] = protoItem(field, member)
		}
	}
	return made
}

func protoItem(field protoreflect.FieldDescriptor, value any) any {
	if field.Message() != nil {
		return protoJSON(field.Message(), value)
	}
	if field.Enum() == nil {
		return value
	}
	name := "_" + strings.ToUpper(strings.ReplaceAll(value.(string), ".", "_"))
	for index := range field.Enum().Values().Len() {
		if candidate := string(field.Enum().Values().Get(index).Name()); strings.HasSuffix(candidate, name) {
			return candidate
		}
	}
	return value
}

func TestEmbeddings(t *testing.T) {
	if vector := Vector([]float32{1, -0.5}); !bytes.Equal(vector, []byte{0, 0, 128, 63, 0, 0, 0, 191}) || Floats(vector)[1] != -0.5 {
		t.Fatal(vector)
	}
}
