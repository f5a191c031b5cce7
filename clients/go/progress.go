package quarry

import (
	"context"
	"iter"

	quarryv1 "github.com/quarry-dev/quarry/clients/go/gen/quarry/v1"
)

// reconnects is how often a stream is opened again without a step in between; a minute and more, a service's restart.
const reconnects = 10

// WatchProgress gives the steps of a document's processing, "complete" or "failed" the last, over as many streams as it
// takes. An error is the last thing it gives.
func (client *Client) WatchProgress(
	ctx context.Context, collection, documentID string,
) iter.Seq2[*quarryv1.DocumentProgress, error] {
	return func(yield func(*quarryv1.DocumentProgress, error) bool) {
		request := &quarryv1.WatchDocumentProgressRequest{CollectionName: collection, DocumentId: documentID}
		// Ends the stream where the loop is left early.
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		var last *quarryv1.DocumentProgress
		for failures := 0; ; {
			stream, err := client.Documents.WatchDocumentProgress(ctx, request)
			for err == nil && stream.Receive() {
				failures = 0
				step := stream.Msg()
				// A new stream begins with the last step again.
				if last.GetStep() == step.GetStep() && last.GetMessage() == step.GetMessage() {
					continue
				}
				last = step
				if !yield(step, nil) || isFinal(step) {
					return
				}
			}
			if err == nil {
				if err = stream.Err(); err == nil {
					err = broken("the progress stream ended before the document was processed")
				}
				_ = stream.Close()
			}
			failures++
			failure := failureOf(err)
			if !failure.isTransient() || failures > reconnects || !pause(ctx, failures, failure.RetryAfter) {
				if ctx.Err() != nil {
					failure = failureOf(ctx.Err())
				}
				yield(nil, failure)
				return
			}
		}
	}
}

// WaitUntilReady returns the document once it can be found; the context says for how long to wait. It fails with
// CodeDocumentFailed and the document's error_message when the processing failed.
func (client *Client) WaitUntilReady(ctx context.Context, collection, documentID string) (*quarryv1.Document, error) {
	for {
		document, err := client.Documents.GetDocument(ctx, &quarryv1.GetDocumentRequest{
			CollectionName: collection, DocumentId: documentID,
		})
		if err != nil {
			return nil, err
		}
		switch document.GetStatus() {
		case quarryv1.DocumentStatus_DOCUMENT_STATUS_READY:
			return document, nil
		case quarryv1.DocumentStatus_DOCUMENT_STATUS_FAILED:
			return nil, &Error{Code: CodeDocumentFailed, Message: document.GetErrorMessage()}
		}
		for _, err := range client.WatchProgress(ctx, collection, documentID) {
			if err != nil {
				return nil, err
			}
		}
	}
}

func isFinal(step *quarryv1.DocumentProgress) bool {
	return step.GetStep() == "complete" || step.GetStep() == "failed"
}
