package quarry

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"google.golang.org/protobuf/types/known/structpb"
)

const (
	// Beyond it, floats skip whole numbers.
	maxExact     = 1 << 53
	maxDepth     = 100
	float32Bytes = 4
)

// NewStruct makes metadata or a filter of what JSON can hold: nil, bool, numbers, strings, slices, maps with string keys, all
// of these by named types and pointers too, json.Number, and time.Time, which is written as RFC 3339 in UTC. All else, and an
// integer beyond 2^53, which a JSON number doesn't hold exactly, is an error that names its path.
func NewStruct(values map[string]any) (*structpb.Struct, error) {
	if values == nil {
		return nil, nil
	}
	return structOf(values, "")
}

func structOf(values map[string]any, path string) (*structpb.Struct, error) {
	value, err := valueOf(reflect.ValueOf(values), path, 0)
	return value.GetStructValue(), err
}

// MustStruct is [NewStruct] for values that are written in the program; it panics where NewStruct fails.
func MustStruct(values map[string]any) *structpb.Struct {
	made, err := NewStruct(values)
	if err != nil {
		panic(err)
	}
	return made
}

// Vector is an embedding as the contract's bytes: 32-bit floats, little-endian.
func Vector(values []float32) []byte {
	encoded := make([]byte, 0, len(values)*float32Bytes)
	for _, value := range values {
		encoded = binary.LittleEndian.AppendUint32(encoded, math.Float32bits(value))
	}
	return encoded
}

// Floats reads an embedding of an answer.
func Floats(vector []byte) []float32 {
	values := make([]float32, len(vector)/float32Bytes)
	for index := range values {
		values[index] = math.Float32frombits(binary.LittleEndian.Uint32(vector[index*float32Bytes:]))
	}
	return values
}

func valueOf(given reflect.Value, path string, depth int) (*structpb.Value, error) {
	if depth > maxDepth {
		return nil, invalid("%s: is nested deeper than %d levels", path, maxDepth)
	}
	if !given.IsValid() {
		return structpb.NewNullValue(), nil
	}
	switch typed := given.Interface().(type) {
	case time.Time:
		return structpb.NewStringValue(typed.UTC().Format(time.RFC3339Nano)), nil
	case json.Number:
		return numberOf(typed, path)
	case []byte:
		return nil, invalid("%s: bytes have no form in JSON; encode them as a string", path)
	}
	switch given.Kind() {
	case reflect.Bool:
		return structpb.NewBoolValue(given.Bool()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if number := given.Int(); number > maxExact || number < -maxExact {
			return nil, inexact(path, strconv.FormatInt(number, 10))
		}
		return structpb.NewNumberValue(float64(given.Int())), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if given.Uint() > maxExact {
			return nil, inexact(path, strconv.FormatUint(given.Uint(), 10))
		}
		return structpb.NewNumberValue(float64(given.Uint())), nil
	case reflect.Float32, reflect.Float64:
		return floatOf(given, path)
	case reflect.String:
		return stringOf(given.String(), path)
	case reflect.Pointer, reflect.Interface:
		if given.IsNil() {
			return structpb.NewNullValue(), nil
		}
		return valueOf(given.Elem(), path, depth+1)
	case reflect.Slice, reflect.Array:
		return listOf(given, path, depth)
	case reflect.Map:
		return objectOf(given, path, depth)
	default:
		return nil, invalid("%s: must be what JSON can hold, got a value of type %s", path, given.Type())
	}
}

func floatOf(given reflect.Value, path string) (*structpb.Value, error) {
	number := given.Float()
	if math.IsNaN(number) || math.IsInf(number, 0) {
		return nil, invalid("%s: must be finite, got %v", path, number)
	}
	if given.Kind() == reflect.Float32 {
		// 0.1 stays 0.1 in JSON, not 0.10000000149011612.
		number, _ = strconv.ParseFloat(strconv.FormatFloat(number, 'g', -1, 32), 64)
	}
	return structpb.NewNumberValue(number), nil
}

func numberOf(given json.Number, path string) (*structpb.Value, error) {
	if whole, err := given.Int64(); err == nil {
		return valueOf(reflect.ValueOf(whole), path, 0)
	}
	number, err := given.Float64()
	if err != nil {
		return nil, invalid("%s: must be a number, got %q", path, given.String())
	}
	if !strings.ContainsAny(given.String(), ".eE") {
		return nil, inexact(path, given.String())
	}
	return floatOf(reflect.ValueOf(number), path)
}

func stringOf(given, path string) (*structpb.Value, error) {
	if !utf8.ValidString(given) {
		return nil, invalid("%s: must be UTF-8, got %q", path, given)
	}
	return structpb.NewStringValue(given), nil
}

func listOf(given reflect.Value, path string, depth int) (*structpb.Value, error) {
	if given.Kind() == reflect.Slice && given.IsNil() {
		return structpb.NewNullValue(), nil
	}
	items := make([]*structpb.Value, given.Len())
	for index := range items {
		item, err := valueOf(given.Index(index), fmt.Sprintf("%s[%d]", path, index), depth+1)
		if err != nil {
			return nil, err
		}
		items[index] = item
	}
	return structpb.NewListValue(&structpb.ListValue{Values: items}), nil
}

func objectOf(given reflect.Value, path string, depth int) (*structpb.Value, error) {
	if given.Type().Key().Kind() != reflect.String {
		return nil, invalid("%s: the keys of a map must be strings, got %s", path, given.Type())
	}
	if given.IsNil() {
		return structpb.NewNullValue(), nil
	}
	fields := make(map[string]*structpb.Value, given.Len())
	for _, key := range given.MapKeys() {
		name := key.String()
		inner := name
		if path != "" {
			inner = path + "." + name
		}
		if !utf8.ValidString(name) {
			return nil, invalid("%s: a key must be UTF-8, got %q", path, name)
		}
		value, err := valueOf(given.MapIndex(key), inner, depth+1)
		if err != nil {
			return nil, err
		}
		fields[name] = value
	}
	return structpb.NewStructValue(&structpb.Struct{Fields: fields}), nil
}

func inexact(path, number string) *Error {
	return invalid("%s: must be an integer within ±2^53, as a JSON number is exact to there, got %s; send it as a string", path, number)
}
