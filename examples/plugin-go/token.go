package main

import (
	"context"
	"crypto/subtle"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// tokenCheck refuses calls without `authorization: Bearer <token>`; an empty one refuses none.
type tokenCheck string

func (token tokenCheck) verify(ctx context.Context) error {
	if token == "" {
		return nil
	}
	for _, given := range metadata.ValueFromIncomingContext(ctx, "authorization") {
		if subtle.ConstantTimeCompare([]byte(given), []byte("Bearer "+token)) == 1 {
			return nil
		}
	}
	return status.Error(codes.Unauthenticated, "the token is missing or wrong: set it in the plugin's settings")
}

func (token tokenCheck) unary(
	ctx context.Context, request any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler,
) (any, error) {
	if err := token.verify(ctx); err != nil {
		return nil, err
	}
	return handler(ctx, request)
}

func (token tokenCheck) stream(
	service any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, handler grpc.StreamHandler,
) error {
	if err := token.verify(stream.Context()); err != nil {
		return err
	}
	return handler(service, stream)
}
