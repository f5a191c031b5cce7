package quarry

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protojson"

	quarryv1 "github.com/quarry-dev/quarry/clients/go/gen/quarry/v1"
)

func TestStructsHoldWhatJSONHolds(t *testing.T) {
	type name string
	text := "ü"
	made, err := NewStruct(map[string]any{
		"list": []string{"a", "b"}, "named": name("n"), "pointer": &text, "nothing": nil, "none": (*int)(nil), "exact": int64(1) << 53,
		"tenth": float32(0.1), "map": map[name]int8{"k": -1}, "at": time.Date(2026, 11, 20, 12, 0, 0, 0, time.FixedZone("", 7200)),
		"number": json.Number("2.5"), "whole": json.Number("7"), "yes": true, "any": []any{uint(1), nil}, "nul": "\x00",
	})
	if err != nil {
		t.Fatal(err)
	}
	encoded, _ := protojson.Marshal(made)
	var got, expected any
	wanted := `{"list":["a","b"],"named":"n","pointer":"ü","nothing":null,"none":null,"exact":9007199254740992,"tenth":0.1,"map":{"k":-1},
		"at":"2026-11-20T10:00:00Z","number":2.5,"whole":7,"yes":true,"any":[1,null],"nul":"\u0000"}`
	if err := errors.Join(json.Unmarshal(encoded, &got), json.Unmarshal([]byte(wanted), &expected)); err != nil || !reflect.DeepEqual(got, expected) {
		t.Fatal(string(encoded), err)
	}
	if none, err := NewStruct(nil); none != nil || err != nil {
		t.Fatal(none, err)
	}
}

func TestStructsRefuseByName(t *testing.T) {
	cyclic := map[string]any{}
	cyclic["a"] = cyclic
	for expected, value := range map[string]any{
		`^a\.b\[1\]: must be finite, got NaN`:                                        map[string]any{"b": []float64{1, math.NaN()}},
		`^a: must be an integer within ±2\^53.*got 9007199254740993; send it as a s`: int64(1)<<53 + 1,
		`^a: must be an integer.*got 18446744073709551615`:                           uint64(math.MaxUint64),
		`^a: must be an integer.*got 9223372036854775809`:                            json.Number("9223372036854775809"),
		`^a: must be finite, got -Inf`:                                               float32(math.Inf(-1)),
		`^a: must be a number, got "x"`:                                              json.Number("x"),
		`^a: must be what JSON can hold, got a value of type chan int`:               make(chan int),
		`^a\.b: must be what JSON can hold, got a value of type struct \{\}`:         map[string]any{"b": struct{}{}},
		`^a: bytes have no form in JSON`:                                             []byte{1},
		`^a: the keys of a map must be strings, got map\[int\]int`:                   map[int]int{},
		`^a: must be UTF-8, got "\\xff"`:                                             "\xff",
		`^a: a key must be UTF-8`:                                                    map[string]any{"\xff": 1},
		`^a(\.a)+: is nested deeper than 100 levels`:                                 cyclic,
	} {
		made, err := NewStruct(map[string]any{"a": value})
		if CodeOf(err) != CodeInvalidArgument || !regexp.MustCompile(expected).MatchString(err.(*Error).Message) {
			t.Errorf("%v: %v, expected %s", made, err, expected)
		}
	}
	client := newClient(t, "http://127.0.0.1:1")
	_, err := client.Upload(t.Context(), "a", content("a"), &UploadOptions{Metadata: map[string]any{"n": math.NaN()}})
	if CodeOf(err) != CodeInvalidArgument || !strings.Contains(err.Error(), "metadata.n: must be finite") {
		t.Fatal(err)
	}
}

func TestOptionsAreChecked(t *testing.T) {
	t.Setenv("QUARRY_BASE_URL", "")
	t.Setenv("QUARRY_API_KEY", "")
	for _, wrong := range []struct {
		baseURL, apiKey string
		options         []Option
		expected        string
	}{
		{"", "", nil, "baseURL: is required, as an argument or in QUARRY_BASE_URL"},
		{"localhost:8080", "", nil, "baseURL: must be an http:// or https:// address"},
		{"http://a:secret@b", "", nil, `baseURL: must have no user, query or fragment, got "http://a:xxxxx@b"`},
		{"http://a", "secret\n", nil, "apiKey: must be printable ASCII"},
		{"http://a", "", []Option{WithHeader("X-Team", "ü")}, `header "X-Team": must be printable ASCII`},
		{"http://a", "", []Option{WithTimeout(-1)}, "timeout: must be 0 or more"},
		{"http://a", "", []Option{WithMaxRetries(-1)}, "maxRetries: must be 0 or more, got -1"},
		{"http://a", "", []Option{WithH2C(), WithHTTPClient(http.DefaultClient)}, "WithH2C: is for the client's own connections"},
	} {
		_, err := NewClient(wrong.baseURL, wrong.apiKey, wrong.options...)
		if err == nil || !strings.Contains(err.Error(), wrong.expected) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%v, expected %s", err, wrong.expected)
		}
	}
	t.Setenv("QUARRY_BASE_URL", "http://quarry/prefix/")
	t.Setenv("QUARRY_API_KEY", "from-environment")
	transport := &way{fates: []func(*http.Request) (*http.Response, error){refusal(404, "")}}
	client := newClient(t, "", WithHTTPClient(transport), WithHeader("X-Team", "docs"))
	_, err := client.Platform.GetHealth(t.Context(), &quarryv1.GetHealthRequest{})
	request := transport.requests[0]
	if CodeOf(err) != CodeUnimplemented || request.URL.Path != "/prefix/quarry.v1.PlatformService/GetHealth" {
		t.Fatal(err, request.URL)
	}
	for name, value := range map[string]string{"Authorization": "Bearer from-environment", "X-Team": "docs", "User-Agent": "quarry-go/" + Version} {
		if request.Header.Get(name) != value {
			t.Errorf("%s: %q", name, request.Header.Get(name))
		}
	}
	if printed := fmt.Sprintf("%+v", client); strings.Contains(printed, "from-environment") {
		t.Fatal(printed)
	}
}

// attempts counts the requests of a call, whose error it returns.
func attempts(t *testing.T, call func(*Client) error, fates ...func(*http.Request) (*http.Response, error)) (int, error) {
	transport := &way{fates: fates}
	client := newClient(t, "http://127.0.0.1:1", WithHTTPClient(transport))
	err := call(client)
	return len(transport.requests), err
}

func TestWhatIsAttemptedAgain(t *testing.T) {
	safe := func(client *Client) error {
		_, err := client.Collections.GetCollection(t.Context(), &quarryv1.GetCollectionRequest{Name: "a"})
		return err
	}
	keyed := func(client *Client) error {
		_, err := client.Collections.CreateCollection(t.Context(), &quarryv1.CreateCollectionRequest{Name: "a"})
		return err
	}
	once := func(client *Client) error {
		_, err := client.Collections.DeleteCollection(t.Context(), &quarryv1.DeleteCollectionRequest{Name: "a"})
		return err
	}
	hurried := func(client *Client) error {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := client.Collections.GetCollection(ctx, &quarryv1.GetCollectionRequest{Name: "a"})
		return err
	}
	upload := func(client *Client) error {
		_, err := client.Upload(t.Context(), "a", content("a"), nil)
		return err
	}
	unavailable, missing, busy := refusal(503, ""), refusal(404, ""), refusal(429, "0")
	dial := http.DefaultClient.Do
	for name, each := range map[string]struct {
		call     func(*Client) error
		fates    []func(*http.Request) (*http.Response, error)
		requests int
		code     Code
	}{
		"a read":                        {safe, []func(*http.Request) (*http.Response, error){unavailable, lostConnection, missing}, 3, CodeUnimplemented},
		"a read, twice at most":         {safe, []func(*http.Request) (*http.Response, error){unavailable, unavailable, unavailable, missing}, 3, CodeUnavailable},
		"a creation":                    {keyed, []func(*http.Request) (*http.Response, error){lostConnection, missing}, 2, CodeUnimplemented},
		"an upload":                     {upload, []func(*http.Request) (*http.Response, error){unavailable, missing}, 2, CodeUnimplemented},
		"a delete":                      {once, []func(*http.Request) (*http.Response, error){unavailable, missing}, 1, CodeUnavailable},
		"a delete over its rate":        {once, []func(*http.Request) (*http.Response, error){busy, missing}, 2, CodeUnimplemented},
		"a delete without a connection": {once, []func(*http.Request) (*http.Response, error){dial, dial, missing}, 3, CodeUnimplemented},
		"what no wait can help":         {safe, []func(*http.Request) (*http.Response, error){refusal(429, "3600")}, 1, CodeResourceExhausted},
		"what would be too late":        {hurried, []func(*http.Request) (*http.Response, error){refusal(503, "2")}, 1, CodeUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			requests, err := attempts(t, each.call, each.fates...)
			if requests != each.requests || CodeOf(err) != each.code {
				t.Fatal(requests, err)
			}
		})
	}
}

func TestWaitsAsTheServiceAsks(t *testing.T) {
	began := time.Now()
	later := time.Now().Add(2 * time.Second).UTC().Format(http.TimeFormat)
	requests, _ := attempts(t, func(client *Client) error {
		_, err := client.Collections.GetCollection(t.Context(), &quarryv1.GetCollectionRequest{Name: "a"})
		return err
	}, refusal(503, later), refusal(503, "1"), refusal(404, ""))
	if requests != 3 || time.Since(began) < 2*time.Second {
		t.Fatal(requests, time.Since(began))
	}
}

func TestDeadlines(t *testing.T) {
	address := silentServer(t)
	client := newClient(t, address, WithTimeout(100*time.Millisecond))
	_, err := client.Platform.GetHealth(t.Context(), &quarryv1.GetHealthRequest{})
	if CodeOf(err) != CodeTimeout || !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	_, err = client.Upload(ctx, "a", content("a"), nil)
	if CodeOf(err) != CodeCancelled || !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	ctx, cancel = context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	_, err = client.WaitUntilReady(ctx, "a", "b")
	if CodeOf(err) != CodeTimeout {
		t.Fatal(err)
	}
}

func TestAnswersOfSomethingElse(t *testing.T) {
	page := httptest.NewServer(http.HandlerFunc(func(writer http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(writer, "<html>Log in</html>")
	}))
	defer page.Close()
	client := newClient(t, page.URL, WithMaxRetries(0))
	_, err := client.Platform.GetHealth(t.Context(), &quarryv1.GetHealthRequest{})
	if CodeOf(err) == "" || !strings.Contains(err.Error(), "text/html") {
		t.Fatal(err)
	}
	if _, err = client.Download(t.Context(), "a", "b"); CodeOf(err) == "" {
		t.Fatal(err)
	}
	_, err = client.Upload(t.Context(), "a", File{Name: "\xff.txt", Content: strings.NewReader("a")}, nil)
	if CodeOf(err) != CodeInvalidArgument || !strings.Contains(err.Error(), `file.filename: must be UTF-8, got "\xff.txt"`) {
		t.Fatal(err)
	}
	_, err = client.Vectors.GetVectors(t.Context(), &quarryv1.GetVectorsRequest{Ids: []string{"a", "\xff"}})
	if CodeOf(err) != CodeInvalidArgument || !strings.Contains(err.Error(), `ids[1]: must be UTF-8`) {
		t.Fatal(err)
	}
	for _, wrong := range []File{{Content: strings.NewReader("a")}, {Name: "a.txt"}} {
		if _, err := client.Upload(t.Context(), "a", wrong, nil); CodeOf(err) != CodeInvalidArgument {
			t.Fatal(err)
		}
	}
}

func TestVersionIsTheProjects(t *testing.T) {
	content, err := os.ReadFile("../../package.json")
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("SKIPPED: ../../package.json is not there: this is the module without its repository")
	}
	var project struct{ Version string }
	if err := errors.Join(err, json.Unmarshal(content, &project)); err != nil || project.Version != Version {
		t.Fatal(project, err)
	}
}
