// Command client-go puts a file into a Quarry collection, waits until it can be found, and asks it a question.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/structpb"
)

type options struct {
	collection string
	metadata   *structpb.Struct
	filter     *structpb.Struct
	timeout    time.Duration
	file       string
	question   string
}

func main() {
	options, err := parseArguments(os.Args[1:])
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, options); err != nil {
		fmt.Fprintln(os.Stderr, describe(err))
		os.Exit(1)
	}
}

func run(ctx context.Context, options options) error {
	address := os.Getenv("QUARRY_URL")
	if address == "" {
		address = "http://127.0.0.1:8080"
	}
	client, err := NewClient(address, os.Getenv("QUARRY_API_KEY"), options.timeout)
	if err != nil {
		return err
	}
	defer client.Close()

	if err := client.CreateCollection(ctx, options.collection); err != nil && status.Code(err) != codes.AlreadyExists {
		return err
	}
	document, err := client.Upload(ctx, options.collection, options.file, options.metadata)
	if err != nil {
		return err
	}
	for step, err := range client.Follow(ctx, options.collection, document.GetId()) {
		if err != nil {
			return err
		}
		if step.GetStep() == "failed" {
			return fmt.Errorf("%s: %s", document.GetFilename(), step.GetMessage())
		}
		fmt.Fprintf(os.Stderr, "%3.0f %%  %s\n", step.GetProgress(), step.GetMessage())
	}
	results, err := client.Search(ctx, options.collection, options.question, options.filter)
	if err != nil {
		return err
	}
	for _, result := range results {
		fmt.Println(citation(result))
	}
	return nil
}

// describe puts a failed call as its status and what the service says about it (`detail` in REST).
func describe(err error) string {
	if failure, ok := status.FromError(err); ok {
		return fmt.Sprintf("%s: %s", failure.Code(), failure.Message())
	}
	return err.Error()
}

// parseArguments has said on stderr what is wrong when it gives an error.
func parseArguments(arguments []string) (options, error) {
	parsed := options{}
	flags := flag.NewFlagSet("client-go", flag.ContinueOnError)
	flags.Usage = func() {
		fmt.Fprintln(flags.Output(), "usage: client-go [-collection NAME] [-metadata JSON] [-filter JSON] [-timeout 30s] FILE QUESTION")
		flags.PrintDefaults()
	}
	flags.StringVar(&parsed.collection, "collection", "example_go", "made if it is not there")
	flags.Func("metadata", "JSON object that the document gets", jsonObject(&parsed.metadata))
	flags.Func("filter", "JSON object that every passage must match", jsonObject(&parsed.filter))
	flags.DurationVar(&parsed.timeout, "timeout", 30*time.Second, "time that a short call may take")
	if err := flags.Parse(arguments); err != nil {
		return options{}, err
	}
	if flags.NArg() != 2 {
		err := fmt.Errorf("expected a file and a question, got %d arguments", flags.NArg())
		fmt.Fprintln(flags.Output(), err)
		flags.Usage()
		return options{}, err
	}
	parsed.file, parsed.question = flags.Arg(0), flags.Arg(1)
	return parsed, nil
}

func jsonObject(target **structpb.Struct) func(string) error {
	return func(text string) error {
		var value map[string]any
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			return fmt.Errorf("must be a JSON object: %w", err)
		}
		object, err := structpb.NewStruct(value)
		*target = object
		return err
	}
}
