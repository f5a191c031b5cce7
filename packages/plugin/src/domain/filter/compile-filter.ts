import type { JsonObject, JsonValue } from "../json.ts";
import { isJsonObject } from "../json.ts";
import { canonicalString, canonicalValue, composed, mayBeSpeltOtherwise, withComposedKeys } from "./canonical-value.ts";
import { compareStrings } from "./compare-strings.ts";
import type { Filter, FilterCondition, FilterScalar } from "./filter.ts";

/** Returns whether a record's metadata matches. */
export type FilterPredicate = (metadata: JsonObject) => boolean;

/**
 * Compiles a filter; this is its reference semantics. Every vector store must agree with it; where a store can't, the
 * platform re-checks with this. Compile once, then call per record: it allocates only for paths through arrays. Strings
 * and keys are compared in canonical form, whatever form the metadata has; `$contains` searches for substrings of
 * strings as they were sent, in NFC.
 */
export const compileFilter = (filter: Filter): FilterPredicate => {
  switch (filter.op) {
    case "and": {
      const parts = filter.filters.map(compileFilter);
      return (metadata) => parts.every((part) => part(metadata));
    }
    case "or": {
      const parts = filter.filters.map(compileFilter);
      return (metadata) => parts.some((part) => part(metadata));
    }
    default: {
      const matches = compileCondition(filter);
      return filter.negated ? (metadata) => !matches(metadata) : matches;
    }
  }
};

const compileCondition = (condition: FilterCondition): FilterPredicate => {
  const read = pathReader(condition.path);
  const test = valueTest(condition);
  return (metadata) => test(read(metadata));
};

type Value = JsonValue | undefined;

const valueTest = (condition: FilterCondition): ((value: Value) => boolean) => {
  switch (condition.op) {
    case "exists":
      return (value) => value !== undefined && value !== null;
    case "contains":
      return containsTest(condition.value);
    case "eq":
      return condition.value === null ? isNullOrMissing : anyElement(equals(condition.value));
    case "in": {
      const values = new Set<Value>(condition.values.map(canonicalValue));
      return anyElement((value) => values.has(typeof value === "string" ? canonicalString(value) : value));
    }
    default:
      return anyElement(rangeTest(condition.op, condition.value));
  }
};

const isNullOrMissing = (value: Value): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.includes(null));

const equals = (wanted: FilterScalar): ((value: Value) => boolean) => {
  if (typeof wanted !== "string") return (value) => value === wanted;
  const canonical = canonicalString(wanted);
  return (value) => typeof value === "string" && canonicalString(value) === canonical;
};

const containsTest = (wanted: FilterScalar): ((value: Value) => boolean) => {
  const isElement = equals(wanted);
  if (typeof wanted !== "string") return (value) => Array.isArray(value) && value.some(isElement);
  const part = composed(wanted);
  return (value) =>
    Array.isArray(value) ? value.some(isElement) : typeof value === "string" && composed(value).includes(part);
};

const rangeTest = (op: "gt" | "gte" | "lt" | "lte", bound: string | number): ((value: Value) => boolean) => {
  const holds = {
    gt: (c: number) => c > 0,
    gte: (c: number) => c >= 0,
    lt: (c: number) => c < 0,
    lte: (c: number) => c <= 0,
  }[op];
  if (typeof bound === "number") return (value) => typeof value === "number" && holds(value - bound);
  const canonical = canonicalString(bound);
  return (value) => typeof value === "string" && holds(compareStrings(canonicalString(value), canonical));
};

/** An array matches if any element does. */
const anyElement =
  (test: (value: Value) => boolean) =>
  (value: Value): boolean =>
    Array.isArray(value) ? value.some(test) : test(value);

export type PathReader = (value: Value) => Value;

/**
 * Returns a reader of a dotted path. At each object the longest literal key takes precedence over descending (so a key
 * "a.b" is reachable), and an array of objects on the path is read element by element. Keys match in any Unicode form.
 */
export const pathReader = (path: string): PathReader => {
  const name = composed(path);
  const keysOf: KeysOf = mayBeSpeltOtherwise(name) ? (object) => withComposedKeys(object) : (object) => object;
  const steps = pathSteps(name, new Map());
  const read = (value: Value): Value => readSteps(value, steps(), keysOf);
  if (name.includes(".")) return read;
  return (value) => {
    const object = keysOf(value as JsonObject);
    return Object.hasOwn(object, name) ? object[name] : undefined;
  };
};

/**
 * Returns an object with its keys in the form in which they are compared. Nearly all paths are ASCII and don't require
 * a scan of an object's other keys.
 */
type KeysOf = (object: JsonObject) => JsonObject;

/** Continuation of the path after its first key; undefined if the key is the whole path. */
type Rest = (() => PathSteps) | undefined;

/** Possible first keys of a path, the longest first. */
type PathSteps = ReadonlyMap<string, Rest>;

// Splits a path once per filter, not once per record, and only as deep as records actually descend, because a path with
// many dots has a very large number of splits.
const pathSteps = (path: string, known: Map<string, PathSteps>) => (): PathSteps => {
  let steps = known.get(path);
  if (steps === undefined) {
    steps = new Map(splits(path, known));
    known.set(path, steps);
  }
  return steps;
};

function* splits(path: string, known: Map<string, PathSteps>): Generator<readonly [key: string, rest: Rest]> {
  yield [path, undefined];
  for (let dot = path.lastIndexOf("."); dot > 0; dot = path.lastIndexOf(".", dot - 1)) {
    yield [path.slice(0, dot), pathSteps(path.slice(dot + 1), known)];
  }
}

const readSteps = (value: Value, steps: PathSteps, keysOf: KeysOf): Value => {
  if (Array.isArray(value)) return readElements(value as readonly JsonValue[], steps, keysOf);
  if (!isJsonObject(value)) return undefined;
  const object = keysOf(value);
  const key = steps.size <= FEW_STEPS ? firstStep(object, steps) : longestKey(object, steps);
  if (key === undefined) return undefined;
  const rest = steps.get(key);
  return rest === undefined ? object[key] : readSteps(object[key], rest(), keysOf);
};

/** Number of possible first keys above which the object's keys are iterated instead: an object usually has fewer. */
const FEW_STEPS = 8;

const firstStep = (value: JsonObject, steps: PathSteps): string | undefined => {
  for (const key of steps.keys()) if (Object.hasOwn(value, key)) return key;
  return undefined;
};

const longestKey = (value: JsonObject, steps: PathSteps): string | undefined => {
  let longest: string | undefined;
  for (const key of Object.keys(value)) {
    if (key.length > (longest?.length ?? -1) && steps.has(key)) longest = key;
  }
  return longest;
};

const readElements = (items: readonly JsonValue[], steps: PathSteps, keysOf: KeysOf): Value => {
  const found = items
    .filter(isJsonObject)
    .map((item) => readSteps(item, steps, keysOf))
    .filter((item) => item !== undefined)
    .flat() as readonly JsonValue[];
  if (found.length === 0) return undefined;
  // A list of nulls becomes null, which counts as missing; a list would count as present.
  return found.every((item) => item === null) ? null : found;
};
