// Command plugin-go is a parser for Quarry in a process of its own: it reads MediaWiki's XML exports.
package main

import (
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"

	"google.golang.org/grpc"

	pluginv1 "example.com/quarry/plugin-go/gen/quarry/plugin/v1"
)

// How long calls get to finish when the plugin is asked to stop.
const grace = 5 * time.Second

func main() {
	address := flag.String("listen", "127.0.0.1:50053", "address; port 0 selects a free one")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := serve(ctx, *address, os.Getenv("QUARRY_PLUGIN_TOKEN")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// newServer asks no token when it is given none.
func newServer(token string) *grpc.Server {
	check := tokenCheck(token)
	server := grpc.NewServer(grpc.ChainUnaryInterceptor(check.unary), grpc.ChainStreamInterceptor(check.stream))
	pluginv1.RegisterParserServiceServer(server, &parserService{})
	return server
}

// serve answers until the context ends.
func serve(ctx context.Context, address, token string) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	server := newServer(token)
	go func() {
		<-ctx.Done()
		timer := time.AfterFunc(grace, server.Stop)
		defer timer.Stop()
		server.GracefulStop()
	}()
	fmt.Printf("listening on %s\n", listener.Addr())
	return server.Serve(listener)
}
