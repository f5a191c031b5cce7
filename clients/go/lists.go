package quarry

import (
	"context"
	"iter"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	quarryv1 "github.com/quarry-dev/quarry/clients/go/gen/quarry/v1"
)

// pageSize is the most that the service gives of most lists at once.
const pageSize = 1_000

// AllCollections gives all collections that match, oldest first; a nil request is all.
func (client *Client) AllCollections(
	ctx context.Context, request *quarryv1.ListCollectionsRequest,
) iter.Seq2[*quarryv1.Collection, error] {
	request = withDefaults(request, "limit", protoreflect.ValueOfInt32(pageSize))
	return All(ctx, client.Collections.ListCollections, request, (*quarryv1.ListCollectionsResponse).GetCollections)
}

// AllDocuments gives all documents that match, oldest first or as the request's sort says. Documents that come and go
// meanwhile never shift the others: pages are asked for by cursor, which needs a sort.
func (client *Client) AllDocuments(
	ctx context.Context, request *quarryv1.ListDocumentsRequest,
) iter.Seq2[*quarryv1.Document, error] {
	request = withDefaults(request, "limit", protoreflect.ValueOfInt32(pageSize))
	request = withDefaults(request, "sort", protoreflect.ValueOfString("created_at"))
	return All(ctx, client.Documents.ListDocuments, request, (*quarryv1.ListDocumentsResponse).GetDocuments)
}

// AllVectors gives the entries that match, in the order in which they were last written.
func (client *Client) AllVectors(
	ctx context.Context, request *quarryv1.ListVectorsRequest,
) iter.Seq2[*quarryv1.StoredVector, error] {
	request = withDefaults(request, "limit", protoreflect.ValueOfInt32(pageSize))
	return All(ctx, client.Vectors.ListVectors, request, (*quarryv1.ListVectorsResponse).GetVectors)
}

// All gives the items of any list of the contract, page after page: by `cursor` where an answer has a `next_cursor`, else by
// `offset`. The request's limit is the size of a page. An error is the last thing that it gives:
//
//	All(ctx, client.Jobs.ListJobs, &quarryv1.ListJobsRequest{}, (*quarryv1.ListJobsResponse).GetJobs)
func All[Request, Response proto.Message, Item any](
	ctx context.Context, call func(context.Context, Request) (Response, error), request Request, items func(Response) []Item,
) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		asked := proto.CloneOf(request)
		message := asked.ProtoReflect()
		fields := message.Descriptor().Fields()
		offset, cursor := fields.ByName("offset"), fields.ByName("cursor")
		byCursor := false
		for {
			answer, err := call(ctx, asked)
			if err != nil {
				yield(*new(Item), err)
				return
			}
			page := items(answer)
			for _, item := range page {
				if !yield(item, nil) {
					return
				}
			}
			answered := answer.ProtoReflect()
			next, total := answered.Descriptor().Fields().ByName("next_cursor"), answered.Descriptor().Fields().ByName("total")
			switch {
			case cursor != nil && answered.Has(next):
				byCursor = true
				message.Set(cursor, answered.Get(next))
				if offset != nil {
					// It counts from the cursor.
					message.Clear(offset)
				}
			case offset != nil && !byCursor && len(page) > 0:
				reached := message.Get(offset).Int() + int64(len(page))
				if reached >= answered.Get(total).Int() {
					return
				}
				message.Set(offset, protoreflect.ValueOfInt32(int32(reached)))
			default:
				return
			}
		}
	}
}

// withDefaults returns a copy of a request in which a field that has no value has this one.
func withDefaults[Request proto.Message](request Request, name protoreflect.Name, value protoreflect.Value) Request {
	message := proto.CloneOf(request).ProtoReflect()
	if !message.IsValid() {
		message = message.New()
	}
	if field := message.Descriptor().Fields().ByName(name); !message.Has(field) {
		message.Set(field, value)
	}
	return message.Interface().(Request)
}
