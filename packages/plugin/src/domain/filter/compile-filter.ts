import type { JsonObject, JsonValue } from "../json.ts";
import { isJsonObject } from "../json.ts";
import { compareStrings } from "./compare-strings.ts";
import type { Filter, FilterCondition, FilterScalar } from "./filter.ts";

/** Tells whether a record's metadata matches. */
export type FilterPredicate = (metadata: JsonObject) => boolean;

/**
 * The reference meaning of a filter. Every vector store must agree with it; where a store can't, the
 * platform re-checks with this. Compile once, then call per record: it allocates only for paths through arrays.
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
      const values = new Set<Value>(condition.values);
      return anyElement((value) => values.has(value));
    }
    default:
      return anyElement(rangeTest(condition.op, condition.value));
  }
};

const isNullOrMissing = (value: Value): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.includes(null));

const equals =
  (wanted: FilterScalar) =>
  (value: Value): boolean =>
    value === wanted;

const containsTest =
  (wanted: FilterScalar) =>
  (value: Value): boolean => {
    if (Array.isArray(value)) return value.includes(wanted);
    return typeof value === "string" && typeof wanted === "string" && value.includes(wanted);
  };

const rangeTest = (op: "gt" | "gte" | "lt" | "lte", bound: string | number): ((value: Value) => boolean) => {
  const holds = {
    gt: (c: number) => c > 0,
    gte: (c: number) => c >= 0,
    lt: (c: number) => c < 0,
    lte: (c: number) => c <= 0,
  }[op];
  if (typeof bound === "number") return (value) => typeof value === "number" && holds(value - bound);
  return (value) => typeof value === "string" && holds(compareStrings(value, bound));
};

/** Arrays match if any element does. */
const anyElement =
  (test: (value: Value) => boolean) =>
  (value: Value): boolean =>
    Array.isArray(value) ? value.some(test) : test(value);

export type PathReader = (value: Value) => Value;

/**
 * Reads a dotted path. At each object the longest literal key wins over descending (so a key "a.b" is reachable), and
 * an array of objects on the way is read element by element.
 */
export const pathReader = (path: string): PathReader => {
  const steps = pathSteps(path, new Map());
  const read = (value: Value): Value => readSteps(value, steps());
  return path.includes(".")
    ? read
    : (value) => (Object.hasOwn(value as JsonObject, path) ? (value as JsonObject)[path] : undefined);
};

/** How to go on below a key that begins a path; undefined where the key is the whole path. */
type Rest = (() => PathSteps) | undefined;

/** The ways to begin a path, by key, the longest key first. */
type PathSteps = ReadonlyMap<string, Rest>;

// Split once per filter, not once per record; only as far as records really descend, because a path with many dots
// can be split in very many ways.
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

const readSteps = (value: Value, steps: PathSteps): Value => {
  if (Array.isArray(value)) return readElements(value as readonly JsonValue[], steps);
  if (!isJsonObject(value)) return undefined;
  const key = steps.size <= FEW_STEPS ? firstStep(value, steps) : longestKey(value, steps);
  if (key === undefined) return undefined;
  const rest = steps.get(key);
  return rest === undefined ? value[key] : readSteps(value[key], rest());
};

/** Paths that begin in more ways than this are looked up by what the object has: that is less, as a rule. */
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

const readElements = (items: readonly JsonValue[], steps: PathSteps): Value => {
  const found = items
    .filter(isJsonObject)
    .map((item) => readSteps(item, steps))
    .filter((item) => item !== undefined)
    .flat() as readonly JsonValue[];
  if (found.length === 0) return undefined;
  // Nothing but nulls is null, which counts as missing; a list would count as present.
  return found.every((item) => item === null) ? null : found;
};
