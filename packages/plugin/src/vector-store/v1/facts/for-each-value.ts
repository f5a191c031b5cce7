import { isJsonObject, type JsonObject, type JsonValue, limits } from "../../../domain/index.ts";
import { canonicalItems, canonicalValue, withComposedKeys } from "../../../domain/filter/canonical-value.ts";

type Visit = (path: string, value: Exclude<JsonValue, null>) => void;

/**
 * Calls `visit` once for each path by which a filter reaches a value other than null in the metadata, with that value:
 * the values that `pathReader` reads, but in one traversal. Reading each path separately would cost more than the
 * square of the input size. Paths and values are in canonical form; `forEachSentValue` passes them as sent.
 */
export const forEachValue = (metadata: JsonObject, visit: Visit): void => {
  const visitCanonical: Visit = (path, value) =>
    visit(path, Array.isArray(value) ? canonicalItems(value as readonly JsonValue[]) : canonicalValue(value));
  traverse(metadata, visitCanonical, true);
};

/**
 * Calls `visit` with paths and values as sent, the form of index entries from before the canonical form: for removing
 * them from an index.
 */
export const forEachSentValue = (metadata: JsonObject, visit: Visit): void => traverse(metadata, visit, false);

const traverse = (metadata: JsonObject, visit: Visit, isCanonical: boolean): void => {
  const elements = new Map<string, JsonValue[]>();
  new Traversal(visit, elements, isCanonical).object(metadata, "", NO_SHADOWS);
  for (const [path, values] of elements) if (values.some((value) => value !== null)) visit(path, values);
};

/**
 * Trie of the keys with dots, by the segments between the dots. A node records whether a key ends there and how other
 * keys continue.
 */
interface KeyTrie {
  isEnd: boolean;
  readonly next: Map<string, KeyTrie>;
}

/**
 * Path continuations that are shadowed at this point by a longer key at a higher level: values below them are not
 * reached through here. Each object above can have added one trie; none is copied, since an array can have thousands of
 * elements.
 */
type Shadowed = readonly KeyTrie[];

const NO_SHADOWS: Shadowed = [];

class Traversal {
  readonly #visit: Visit;
  /** Values reached through arrays, from all array elements, by path. */
  readonly #elements: Map<string, JsonValue[]>;
  readonly #isCanonical: boolean;

  constructor(visit: Visit, elements: Map<string, JsonValue[]>, isCanonical: boolean) {
    this.#visit = visit;
    this.#elements = elements;
    this.#isCanonical = isCanonical;
  }

  object(sent: JsonObject, prefix: string, shadowed: Shadowed, isElement = false): void {
    const sentKeys = Object.keys(sent);
    const object = this.#isCanonical ? withComposedKeys(sent, sentKeys) : sent;
    const keys = object === sent ? sentKeys : Object.keys(object);
    const longer = trieOf(keys);
    for (const key of keys) {
      const path = prefix + key;
      if (path.length > limits.MAX_FILTER_PATH_LENGTH) continue;
      const parts = key.split(".");
      if (isShadowed(parts, shadowed)) continue;
      const value = object[key]!;
      if (isElement) this.#add(path, value);
      else if (value !== null) this.#visit(path, value);
      // Paths that begin with a dot are never split there.
      if (key !== "" && typeof value === "object")
        this.#visitBelow(
          value,
          `${path}.`,
          shadowedBelow(parts, longer === undefined ? shadowed : [...shadowed, longer]),
          isElement,
        );
    }
  }

  #visitBelow(value: JsonValue, prefix: string, shadowed: Shadowed, isElement: boolean): void {
    if (Array.isArray(value)) {
      for (const item of value as readonly JsonValue[])
        if (isJsonObject(item)) this.object(item, prefix, shadowed, true);
    } else if (isJsonObject(value)) this.object(value, prefix, shadowed, isElement);
  }

  #add(path: string, value: JsonValue): void {
    const values = this.#elements.get(path) ?? [];
    if (Array.isArray(value)) for (const item of value as readonly JsonValue[]) values.push(item);
    else values.push(value);
    if (values.length > 0) this.#elements.set(path, values);
  }
}

/**
 * Builds the trie of the keys with dots; undefined if there are none. Keys longer than the longest path are skipped: no
 * path reaches them.
 */
const trieOf = (keys: readonly string[]): KeyTrie | undefined => {
  let trie: KeyTrie | undefined;
  for (const key of keys) {
    if (!key.includes(".") || key.length > limits.MAX_FILTER_PATH_LENGTH) continue;
    let node = (trie ??= newNode());
    for (const part of key.split(".")) {
      let next = node.next.get(part);
      if (next === undefined) node.next.set(part, (next = newNode()));
      node = next;
    }
    node.isEnd = true;
  }
  return trie;
};

const newNode = (): KeyTrie => ({ isEnd: false, next: new Map() });

/** Whether a path that continues here with these key segments is shadowed. */
const isShadowed = (parts: readonly string[], shadowed: Shadowed): boolean =>
  shadowed.some((trie) => {
    let node: KeyTrie | undefined = trie;
    for (const part of parts) {
      node = node.next.get(part);
      if (node === undefined) return false;
      if (node.isEnd) return true;
    }
    return false;
  });

/** Returns the shadowed continuations below a key. */
const shadowedBelow = (parts: readonly string[], shadowed: Shadowed): Shadowed => {
  const below = shadowed.flatMap((trie) => {
    let node: KeyTrie | undefined = trie;
    for (const part of parts) node = node?.next.get(part);
    return node === undefined || node.next.size === 0 ? [] : [node];
  });
  return below.length === 0 ? NO_SHADOWS : below;
};
