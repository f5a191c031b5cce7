package main

import (
	"context"
	"errors"
	"io"
	"iter"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	quarryv1 "example.com/quarry/client-go/gen/quarry/v1"
)

const reconnectPause = time.Second

// Follow gives the steps of processing, "complete" or "failed" the last, over as many streams as it takes. An error
// is the last thing it gives.
func (client *Client) Follow(
	ctx context.Context, collection, documentID string,
) iter.Seq2[*quarryv1.DocumentProgress, error] {
	return func(yield func(*quarryv1.DocumentProgress, error) bool) {
		ctx, cancel := context.WithTimeout(ctx, fileTimeout)
		defer cancel()
		request := &quarryv1.WatchDocumentProgressRequest{CollectionName: collection, DocumentId: documentID}
		for {
			stream, err := client.documents.WatchDocumentProgress(ctx, request)
			for err == nil {
				var step *quarryv1.DocumentProgress
				if step, err = stream.Recv(); err != nil {
					break
				}
				if !yield(step, nil) || isFinal(step) {
					return
				}
			}
			// A stream that ends early (io.EOF) or breaks: the service restarts. The next one begins with the last step.
			if !errors.Is(err, io.EOF) && status.Code(err) != codes.Unavailable {
				yield(nil, err)
				return
			}
			select {
			case <-time.After(reconnectPause):
			case <-ctx.Done():
				yield(nil, status.FromContextError(ctx.Err()).Err())
				return
			}
		}
	}
}

func isFinal(step *quarryv1.DocumentProgress) bool {
	return step.GetStep() == "complete" || step.GetStep() == "failed"
}
