import { isDeepStrictEqual } from "node:util";
import type { DescField, DescMessage, DescService, Message } from "@bufbuild/protobuf";
import { getOption } from "@bufbuild/protobuf";
import * as api from "@quarry/api";
import { DomainError } from "@quarry/plugin/domain";
import { afterAll, expect, test } from "vitest";
import { jsonFields } from "../json/field-kinds.ts";
import { ignoredHeaderOf } from "../unknown-fields/unknown-fields.ts";
import { BodyPlan } from "./body-plan.ts";
import { DecodingThread } from "./decoding-thread.ts";

const isService = (value: unknown): value is DescService =>
  typeof value === "object" && value !== null && (value as { readonly kind?: unknown }).kind === "service";

/** Request messages that are sent as JSON bodies. */
const inputs = new Map(
  (Object.values(api) as readonly unknown[])
    .filter(isService)
    .flatMap(({ methods }) => methods)
    .filter((method) => getOption(method, api.http).body === "*" && method.methodKind === "unary")
    .map(({ input }) => [input.typeName, input]),
);

const NESTED = Array.from({ length: 60 }).reduce<unknown>((inner) => ({ and: [inner, "x"] }), { a: 1 });

/** Values for a field: valid for some fields, invalid for others. */
const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -0, 1.5, 1e300, 2 ** 53 + 2, -7, "", "x", "é́", "Ω".repeat(300), "a\u0000b", "\ud800"],
  ...[[], ["a", "b"], [1, -0, 2.5], [[1, 2], [3]], [null], {}, { a: { b: [1, null, { c: "\udfff" }] } }],
  JSON.parse('{"__proto__":{"admin":true},"constructor":1,"toString":"x"}') as unknown,
  ...[
    { a: -0, b: 2 ** 53 + 2, c: 5e-324, "": "", "a.b": [] },
    NESTED,
    "2026-02-30T00:00:00Z",
    "2026-02-03T04:05:06.789Z",
  ],
];

/**
 * Yields bodies that give each field each value, with valid values in the other fields. Recurses into messages and
 * lists of them.
 */
function* bodiesOf(message: DescMessage, depth = 0): Generator<Record<string, unknown>> {
  yield {};
  for (const field of jsonFields(message)) {
    for (const value of VALUES) {
      yield { [field.name]: value };
      if (field.fieldKind === "list") yield { [field.name]: [value, value] };
    }
    if (field.message === undefined || depth === 2) continue;
    for (const inner of bodiesOf(field.message, depth + 1)) yield wrapped(field, inner);
  }
}

const wrapped = (field: DescField, inner: unknown): Record<string, unknown> => ({
  [field.name]: field.fieldKind === "list" ? [inner, {}, inner] : inner,
});

type Outcome = { readonly message: Message; readonly ignored: string | undefined } | { readonly refused: string };

const outcomeOf = async (decode: () => Message | Promise<Message>): Promise<Outcome> => {
  try {
    const message = await decode();
    return { message, ignored: ignoredHeaderOf(message) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { refused: `${error.code}: ${error.message}` };
  }
};

const MAX_VALUES = 100_000;
const thread = new DecodingThread();
afterAll(() => thread.close());

/** Pads a body so that it takes the large-body path. */
const filledUp = (text: string): Uint8Array => new TextEncoder().encode(`${text}${" ".repeat(2_048)}`);

// Regression: a query without a vector, in a batch of 1 MiB, was answered with 500.
test.each([...inputs])(
  "a large body of %s is decoded like a small one",
  { timeout: 120_000 },
  async (typeName, input) => {
    const plan = new BodyPlan(input, [], MAX_VALUES);
    const large = (bytes: Uint8Array) => {
      const body = thread.open({ typeName, format: "rest", pathFields: [], maxValues: MAX_VALUES }, bytes.byteLength);
      body.write(bytes);
      return body.decode();
    };
    const texts = new Set([...bodiesOf(input)].map((body) => JSON.stringify(body)));
    texts
      .add("[1]")
      .add('{"a":')
      .add(`{"unknown":"${"x".repeat(5_000)}"}`)
      .add("");
    const differing: unknown[] = [];
    for (const text of texts) {
      const bytes = filledUp(text);
      const expected = await outcomeOf(() => plan.decodeWhole(bytes));
      const actual = await outcomeOf(() => large(bytes));
      if (!isDeepStrictEqual(actual, expected)) differing.push({ text: text.slice(0, 200), expected, actual });
    }
    expect(differing.slice(0, 3)).toEqual([]);
  },
);
