import { isJsonObject, type JsonObject, type JsonValue, limits } from "../../../domain/index.ts";

type Visit = (path: string, value: Exclude<JsonValue, null>) => void;

/**
 * Calls `visit` once for each path by which a filter reaches something in the metadata that is not null, with what it
 * reaches there: what `pathReader` reads, though in one walk over the metadata. To read each path by itself would cost
 * more than the square of what a caller sends.
 */
export const forEachValue = (metadata: JsonObject, visit: Visit): void => {
  const elements = new Map<string, JsonValue[]>();
  new Walk(visit, elements).object(metadata, "", NOTHING);
  for (const [path, values] of elements) if (values.some((value) => value !== null)) visit(path, values);
};

/** Ends of paths that a longer key, further up, leads along: what is below them is not reached through here. */
type Taken = ReadonlySet<string>;

const NOTHING: Taken = new Set();

class Walk {
  readonly #visit: Visit;
  /** What is reached through arrays, in all of their elements, by path. */
  readonly #elements: Map<string, JsonValue[]>;

  constructor(visit: Visit, elements: Map<string, JsonValue[]>) {
    this.#visit = visit;
    this.#elements = elements;
  }

  object(object: JsonObject, prefix: string, taken: Taken, isElement = false): void {
    const keys = Object.keys(object);
    const dotted = keys.filter((key) => key.includes("."));
    for (const key of keys) {
      const path = prefix + key;
      if (path.length > limits.MAX_FILTER_PATH_LENGTH || isTaken(key, taken)) continue;
      const value = object[key]!;
      if (isElement) this.#add(path, value);
      else if (value !== null) this.#visit(path, value);
      // Paths that begin with a dot are never divided there.
      if (key !== "" && typeof value === "object")
        this.#below(value, `${path}.`, takenBelow(key, taken, dotted), isElement);
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

/** Whether a path that goes on with a key, here, goes along one that is taken. */
const isTaken = (key: string, taken: Taken): boolean => {
  if (taken.size === 0) return false;
  for (let dot = key.indexOf("."); dot >= 0; dot = key.indexOf(".", dot + 1)) {
    if (taken.has(key.slice(0, dot))) return true;
  }
  return taken.has(key);
};

/** What is taken below a key: of what was so far, and by the longer keys beside it. */
const takenBelow = (key: string, taken: Taken, keys: readonly string[]): Taken => {
  const start = `${key}.`;
  const below = new Set<string>();
  for (const end of taken) if (end.startsWith(start)) below.add(end.slice(start.length));
  for (const other of keys) if (other.startsWith(start)) below.add(other.slice(start.length));
  return below.size === 0 ? NOTHING : below;
};
