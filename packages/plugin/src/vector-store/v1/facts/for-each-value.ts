import { isJsonObject, type JsonObject, type JsonValue, limits } from "../../../domain/index.ts";
import { canonicalItems, canonicalValue, withComposedKeys } from "../../../domain/filter/canonical-value.ts";

type Visit = (path: string, value: Exclude<JsonValue, null>) => void;

/**
 * Calls `visit` once for each path by which a filter reaches something in the metadata that is not null, with what it
 * reaches there: what `pathReader` reads, though in one walk over the metadata. To read each path by itself would cost
 * more than the square of what a caller sends. Paths and values are in canonical form; `forEachSentValue` gives them as sent.
 */
export const forEachValue = (metadata: JsonObject, visit: Visit): void => {
  const visitCanonical: Visit = (path, value) =>
    visit(path, Array.isArray(value) ? canonicalItems(value as readonly JsonValue[]) : canonicalValue(value));
  walk(metadata, visitCanonical, true);
};

/** The same as metadata was indexed before there was a canonical form: for what has to be removed from an index. */
export const forEachSentValue = (metadata: JsonObject, visit: Visit): void => walk(metadata, visit, false);

const walk = (metadata: JsonObject, visit: Visit, isCanonical: boolean): void => {
  const elements = new Map<string, JsonValue[]>();
  new Walk(visit, elements, isCanonical).object(metadata, "", NOTHING);
  for (const [path, values] of elements) if (values.some((value) => value !== null)) visit(path, values);
};

/** Keys with dots, by what stands between these: at each step, where one of them ends and how others go on. */
interface Steps {
  isEnd: boolean;
  readonly next: Map<string, Steps>;
}

/**
 * How paths go on, from here, along which a longer key further up leads: what is below them is not reached through here. Each
 * object further up may have added one; none is copied, since an array may have thousands of elements.
 */
type Taken = readonly Steps[];

const NOTHING: Taken = [];

class Walk {
  readonly #visit: Visit;
  /** Values that are reached through arrays, in all of their elements, by path. */
  readonly #elements: Map<string, JsonValue[]>;
  readonly #isCanonical: boolean;

  constructor(visit: Visit, elements: Map<string, JsonValue[]>, isCanonical: boolean) {
    this.#visit = visit;
    this.#elements = elements;
    this.#isCanonical = isCanonical;
  }

  object(sent: JsonObject, prefix: string, taken: Taken, isElement = false): void {
    const sentKeys = Object.keys(sent);
    const object = this.#isCanonical ? withComposedKeys(sent, sentKeys) : sent;
    const keys = object === sent ? sentKeys : Object.keys(object);
    const longer = stepsOf(keys);
    for (const key of keys) {
      const path = prefix + key;
      if (path.length > limits.MAX_FILTER_PATH_LENGTH) continue;
      const parts = key.split(".");
      if (isTaken(parts, taken)) continue;
      const value = object[key]!;
      if (isElement) this.#add(path, value);
      else if (value !== null) this.#visit(path, value);
      // Paths that begin with a dot are never divided there.
      if (key !== "" && typeof value === "object")
        this.#below(value, `${path}.`, takenBelow(parts, longer === undefined ? taken : [...taken, longer]), isElement);
    }
  }

  #below(value: JsonValue, prefix: string, taken: Taken, isElement: boolean): void {
    if (Array.isArray(value)) {
      for (const item of value as readonly JsonValue[]) if (isJsonObject(item)) this.object(item, prefix, taken, true);
    } else if (isJsonObject(value)) this.object(value, prefix, taken, isElement);
  }

  #add(path: string, value: JsonValue): void {
    const values = this.#elements.get(path) ?? [];
    if (Array.isArray(value)) for (const item of value as readonly JsonValue[]) values.push(item);
    else values.push(value);
    if (values.length > 0) this.#elements.set(path, values);
  }
}

/** Of the keys with dots; undefined where there are none. Longer ones than a path may be lead nowhere. */
const stepsOf = (keys: readonly string[]): Steps | undefined => {
  let steps: Steps | undefined;
  for (const key of keys) {
    if (!key.includes(".") || key.length > limits.MAX_FILTER_PATH_LENGTH) continue;
    let at = (steps ??= newSteps());
    for (const part of key.split(".")) {
      let next = at.next.get(part);
      if (next === undefined) at.next.set(part, (next = newSteps()));
      at = next;
    }
    at.isEnd = true;
  }
  return steps;
};

const newSteps = (): Steps => ({ isEnd: false, next: new Map() });

/** Whether a path that goes on with a key, here, goes along one that is taken. */
const isTaken = (parts: readonly string[], taken: Taken): boolean =>
  taken.some((steps) => {
    let at: Steps | undefined = steps;
    for (const part of parts) {
      at = at.next.get(part);
      if (at === undefined) return false;
      if (at.isEnd) return true;
    }
    return false;
  });

/** Returns the taken paths below a key. */
const takenBelow = (parts: readonly string[], taken: Taken): Taken => {
  const below = taken.flatMap((steps) => {
    let at: Steps | undefined = steps;
    for (const part of parts) at = at?.next.get(part);
    return at === undefined || at.next.size === 0 ? [] : [at];
  });
  return below.length === 0 ? NOTHING : below;
};
