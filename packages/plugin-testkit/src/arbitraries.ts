import { type Filter, type JsonObject, type JsonValue, parseFilter } from "@quarry/plugin/domain";
import fc from "fast-check";
import { FRAGMENTS, KEYS, SCALARS } from "./vocabulary.ts";

/**
 * Returns an arbitrary for objects built from entries. Keys become own properties even for a key like "__proto__", as
 * `JSON.parse` makes them.
 */
const objectOf = <Value extends JsonValue>(
  key: fc.Arbitrary<string>,
  value: fc.Arbitrary<Value>,
  size: { minLength: number; maxLength: number },
): fc.Arbitrary<JsonObject> =>
  fc.array(fc.tuple(key, value), size).map((entries) => Object.fromEntries(entries) as JsonObject);

const key = fc.constantFrom(...KEYS);
const scalar = fc.constantFrom(...SCALARS);
const leaf: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 1, arbitrary: fc.constant(null) },
);
const list: fc.Arbitrary<JsonValue> = fc.array(leaf, { maxLength: 4 });
const inner = objectOf(key, fc.oneof({ weight: 4, arbitrary: leaf }, { weight: 1, arbitrary: list }), {
  minLength: 0,
  maxLength: 3,
});
const nested = objectOf(key, fc.oneof({ weight: 3, arbitrary: leaf }, { weight: 1, arbitrary: inner }), {
  minLength: 0,
  maxLength: 3,
});
const metadataValue: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 6, arbitrary: leaf },
  { weight: 3, arbitrary: list },
  { weight: 2, arbitrary: nested },
  { weight: 1, arbitrary: fc.array(fc.oneof(nested, leaf), { maxLength: 3 }) },
);

/** Metadata as users send it, unusual but valid: mixed types under one key, nulls, nesting, odd keys. */
export const metadataArbitrary: fc.Arbitrary<JsonObject> = objectOf(
  fc.oneof({ weight: 30, arbitrary: key }, fc.constant("")),
  metadataValue,
  {
    minLength: 0,
    maxLength: 8,
  },
);

const path: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: key },
  { weight: 2, arbitrary: fc.tuple(key, key).map((keys) => keys.join(".")) },
  { weight: 1, arbitrary: fc.tuple(key, key, key).map((keys) => keys.join(".")) },
);

const single = (name: string, value: JsonValue): JsonObject => Object.fromEntries([[name, value]]);
const orderable = fc.constantFrom(...SCALARS.filter((value) => typeof value !== "boolean"));

const comparison: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.tuple(fc.constantFrom("$eq", "$ne"), leaf).map(([name, value]) => single(name, value)),
  fc.tuple(fc.constantFrom("$gt", "$gte", "$lt", "$lte"), orderable).map(([name, value]) => single(name, value)),
  fc
    .tuple(fc.constantFrom("$in", "$nin"), fc.array(scalar, { maxLength: 6 }))
    .map(([name, values]) => single(name, values)),
  fc.boolean().map((value) => single("$exists", value)),
  fc
    .tuple(fc.constantFrom("$contains", "$not_contains"), fc.oneof(scalar, fc.constantFrom(...FRAGMENTS)))
    .map(([name, value]) => single(name, value)),
);

const operators: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 6, arbitrary: comparison },
  { weight: 2, arbitrary: fc.tuple(comparison, comparison).map(([first, second]) => ({ ...first, ...second })) },
  { weight: 1, arbitrary: comparison.map((value) => ({ $not: value })) },
);

const condition: fc.Arbitrary<JsonObject> = fc
  .tuple(path, fc.oneof({ weight: 1, arbitrary: leaf }, { weight: 4, arbitrary: operators }))
  .map(([name, value]) => single(name, value));

const several = objectOf(path, fc.oneof(leaf, operators), { minLength: 1, maxLength: 3 });

/**
 * Filters in the syntax of requests (Mongo's), never empty. Conditions draw from the vocabulary of `metadataArbitrary`,
 * so that they often match and often don't.
 */
export const filterArbitrary: fc.Arbitrary<JsonObject> = fc.letrec<{ filter: JsonObject }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 6, arbitrary: condition },
    { weight: 2, arbitrary: several },
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.constantFrom("$and", "$or", "$nor"), fc.array(tie("filter"), { minLength: 1, maxLength: 3 }))
        .map(([name, filters]) => single(name, filters)),
    },
    { weight: 2, arbitrary: tie("filter").map((filter) => ({ $not: filter })) },
  ),
})).filter;

/** Filters as parsed trees, the form that stores get. */
export const filterTreeArbitrary: fc.Arbitrary<Filter> = filterArbitrary.map((filter) => parseFilter(filter) as Filter);
