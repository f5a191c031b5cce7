import { create, type JsonObject, toBinary } from "@bufbuild/protobuf";
import { QueryRequestSchema } from "@quarry/api";

/** Shape of a hostile request: each is expensive unless it is limited before parsing. */
export interface Shape {
  readonly name: string;
  /** Parts of a query, as JSON strings. */
  readonly query: string;
  readonly filters: string;
  /** Equivalent in the binary format, as far as that can express it. */
  readonly binary: Uint8Array;
}

const binaryOf = (query: string, filters: JsonObject = {}): Uint8Array =>
  toBinary(QueryRequestSchema, create(QueryRequestSchema, { collectionName: "table", query, filters }));

const times = <Value>(count: number, value: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => value(index));

const ofFilters = (name: string, filters: string, binary: JsonObject): Shape => ({
  name,
  query: `"owls"`,
  filters,
  binary: binaryOf("owls", binary),
});

const ofQuery = (name: string, query: string): Shape => ({
  name,
  query: JSON.stringify(query),
  filters: "{}",
  binary: binaryOf(query),
});

/** Encodes a deeply nested struct directly as bytes: building it as a message would overflow the test's own stack. */
const nested = (depth: number): Uint8Array => {
  let bytes: Uint8Array = new Uint8Array(0);
  for (let level = 0; level < depth; level++)
    bytes = field(1, Buffer.concat([field(1, Buffer.from("a")), field(2, field(5, bytes))]));
  return Buffer.concat([binaryOf("owls"), field(4, bytes)]);
};

const field = (number: number, bytes: Uint8Array): Uint8Array => {
  const head = [(number << 3) | 2];
  let length = bytes.byteLength;
  for (; length > 127; length = Math.floor(length / 128)) head.push((length % 128) | 128);
  return Buffer.concat([Uint8Array.from([...head, length]), bytes]);
};

const manyKeys = (): JsonObject => Object.fromEntries(times(150_000, (index) => [`k${index}`, 1]));

export const SHAPES: readonly Shape[] = [
  {
    ...ofFilters("deep nesting", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`, {}),
    binary: nested(2_000),
  },
  ofFilters("wide arrays", `{"a":[${"[],".repeat(600_000)}[]]}`, { a: times(150_000, () => []) }),
  ofFilters("many keys", JSON.stringify(manyKeys()), manyKeys()),
  ofFilters("$in list", `{"a":{"$in":[${times(300_000, String).join(",")}]}}`, {
    a: { $in: times(150_000, (n) => n) },
  }),
  ofQuery("long string", "a".repeat(1_900_000)),
  ofQuery("ligatures", "\uFDFA".repeat(32_767)),
  ofQuery("distinct words", times(4_500, (index) => `w${index}`).join(" ")),
  ofFilters("bomb", `{"a":[${"[],".repeat(6_000_000)}[]]}`, { a: times(900_000, () => []) }),
];
