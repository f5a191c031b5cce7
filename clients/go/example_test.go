package quarry_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"

	quarry "github.com/quarry-dev/quarry/clients/go"
	quarryv1 "github.com/quarry-dev/quarry/clients/go/gen/quarry/v1"
)

func Example() {
	ctx := context.Background()
	client, err := quarry.NewClient("", "") // QUARRY_BASE_URL and QUARRY_API_KEY
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	_, err = client.Collections.CreateCollection(ctx, &quarryv1.CreateCollectionRequest{Name: "example_go"})
	if err != nil && quarry.CodeOf(err) != quarry.CodeAlreadyExists {
		log.Fatal(err)
	}
	file := quarry.File{Name: "harbour.md", Content: strings.NewReader("# Pilots\n\nPilots board the ships at the outer buoy.\n")}
	document, err := client.Upload(ctx, "example_go", file, &quarry.UploadOptions{
		Metadata: map[string]any{"team": "docs"}, ExternalID: "harbour", OnConflict: quarryv1.OnConflict_ON_CONFLICT_REPLACE,
	})
	if err != nil {
		log.Fatal(err)
	}
	if _, err = client.WaitUntilReady(ctx, "example_go", document.GetId()); err != nil {
		log.Fatal(err)
	}
	answer, err := client.Queries.Query(ctx, &quarryv1.QueryRequest{
		CollectionName: "example_go",
		Query:          "Where do pilots board?",
		SearchMode:     quarryv1.SearchMode_SEARCH_MODE_HYBRID.Enum(),
		Filters:        quarry.MustStruct(map[string]any{"team": "docs"}),
		TopK:           new(int32(1)),
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, result := range answer.GetResults() {
		fmt.Println(result.GetMetadata().AsMap()["filename"], strings.Fields(result.GetText())[0])
	}
	// Output: harbour.md Pilots
}

func ExampleClient_Upload() {
	client, collection := exampleClient("example_go_upload")
	file := quarry.File{Name: "notes.txt", Content: strings.NewReader("The tide turns at noon.")}
	document, err := client.Upload(context.Background(), collection, file, &quarry.UploadOptions{
		Metadata:   map[string]any{"team": "docs"},
		OnProgress: func(sent, total int64) { fmt.Println(sent, "of", total, "bytes") },
	})
	fmt.Println(document.GetFilename(), err)
	// Output:
	// 0 of 23 bytes
	// 23 of 23 bytes
	// notes.txt <nil>
}

func ExampleClient_WatchProgress() {
	client, collection := exampleClient("example_go_progress")
	ctx := context.Background()
	document, err := client.Documents.CreateDocument(ctx, &quarryv1.CreateDocumentRequest{
		CollectionName: collection, Text: new("The tide turns at noon."),
	})
	if err != nil {
		log.Fatal(err)
	}
	var last *quarryv1.DocumentProgress
	for step, err := range client.WatchProgress(ctx, collection, document.GetId()) {
		if err != nil {
			log.Fatal(err)
		}
		last = step
	}
	fmt.Println(last.GetStep(), last.GetMessage())
	// Output: complete ready: 1 chunk
}

func ExampleClient_AllDocuments() {
	client, collection := exampleClient("example_go_lists")
	for document, err := range client.AllDocuments(context.Background(), &quarryv1.ListDocumentsRequest{CollectionName: collection}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(document.GetFilename())
	}
	// Output:
}

func ExampleAll() {
	client, collection := exampleClient("example_go_all")
	request := &quarryv1.ListOperationsRequest{Collection: &collection}
	for operation, err := range quarry.All(
		context.Background(), client.Operations.ListOperations, request, (*quarryv1.ListOperationsResponse).GetOperations,
	) {
		fmt.Println(operation.GetId(), err)
	}
	// Output:
}

func ExampleOpen() {
	client, collection := exampleClient("example_go_open")
	ctx := context.Background()
	file := quarry.File{Name: "notes.txt", Content: strings.NewReader("The tide turns at noon.")}
	document, err := client.Upload(ctx, collection, file, nil)
	if err == nil {
		_, err = client.WaitUntilReady(ctx, collection, document.GetId())
	}
	if err != nil {
		log.Fatal(err)
	}
	text, err := quarry.Open(ctx, client, client.Documents.GetDocumentText, &quarryv1.GetDocumentTextRequest{
		CollectionName: collection, DocumentId: document.GetId(),
	})
	if err != nil {
		log.Fatal(err)
	}
	defer text.Close()
	if _, err := io.Copy(os.Stdout, text); err != nil {
		log.Fatal(err)
	}
	// Output: The tide turns at noon.
}

func ExampleError() {
	client, _ := exampleClient("example_go_errors")
	_, err := client.Collections.GetCollection(context.Background(), &quarryv1.GetCollectionRequest{Name: "unheard_of"})
	var failure *quarry.Error
	if errors.As(err, &failure) {
		fmt.Println(failure.Code, failure.HTTPStatus(), failure.Message, failure.RequestID != "")
	}
	// Output: not_found 404 collection "unheard_of" does not exist true
}

func ExampleUnwrapWebhook() {
	http.HandleFunc("POST /quarry", func(writer http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(writer, request.Body, 1<<20))
		if err != nil {
			return
		}
		event, err := quarry.UnwrapWebhook(body, request.Header, os.Getenv("WEBHOOK_SECRET"))
		if err != nil {
			writer.WriteHeader(http.StatusUnauthorized)
			return
		}
		log.Println(event.Event, event.Collection, event.DocumentID)
	})
}

func ExampleNewStruct() {
	_, err := quarry.NewStruct(map[string]any{"year": 2026, "ids": []int64{1, 1<<53 + 1}})
	fmt.Println(err)
	// Output: invalid_argument: ids[1]: must be an integer within ±2^53, as a JSON number is exact to there, got 9007199254740993; send it as a string
}

// exampleClient is a client with an empty collection.
func exampleClient(collection string) (*quarry.Client, string) {
	client, err := quarry.NewClient("", "")
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	_, _ = client.Collections.DeleteCollection(ctx, &quarryv1.DeleteCollectionRequest{Name: collection})
	if _, err = client.Collections.CreateCollection(ctx, &quarryv1.CreateCollectionRequest{Name: collection}); err != nil {
		log.Fatal(err)
	}
	return client, collection
}
