package main

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"os"

	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	quarryv1 "example.com/quarry/client-go/gen/quarry/v1"
)

// Large enough to cost little; the service takes messages of up to some megabytes.
const chunkBytes = 65_536

// Upload sends the file while it is read. The answer comes when it is durable; processing follows.
func (client *Client) Upload(
	ctx context.Context, collection, path string, documentMetadata *structpb.Struct,
) (*quarryv1.Document, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}

	// Ends the stream, and the upload with it, where this function leaves early.
	ctx, cancel := context.WithTimeout(ctx, fileTimeout)
	defer cancel()
	// With the key a repeated call gives the first answer again, not a second document.
	ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", rand.Text())
	stream, err := client.documents.UploadDocument(ctx)
	if err != nil {
		return nil, err
	}

	// io.EOF: the service has answered already, mostly to refuse. What it says comes with the answer.
	if err := sendFile(stream, collection, file, info, documentMetadata); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return stream.CloseAndRecv()
}

func sendFile(
	stream quarryv1.DocumentService_UploadDocumentClient,
	collection string, file io.Reader, info os.FileInfo, documentMetadata *structpb.Struct,
) error {
	header := &quarryv1.UploadHeader{CollectionName: collection}
	start := &quarryv1.UploadFile{Filename: info.Name(), Size: proto.Int64(info.Size())}
	for _, message := range []*quarryv1.UploadDocumentRequest{
		{Message: &quarryv1.UploadDocumentRequest_Header{Header: header}},
		{Message: &quarryv1.UploadDocumentRequest_Metadata{Metadata: documentMetadata}},
		{Message: &quarryv1.UploadDocumentRequest_File{File: start}},
	} {
		if err := stream.Send(message); err != nil {
			return err
		}
	}
	buffer := make([]byte, chunkBytes)
	for {
		count, err := file.Read(buffer)
		if count > 0 {
			chunk := &quarryv1.UploadDocumentRequest_Chunk{Chunk: buffer[:count]}
			if err := stream.Send(&quarryv1.UploadDocumentRequest{Message: chunk}); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
