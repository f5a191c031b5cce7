/**
 * Maximum nesting of a JSON body: far beyond real metadata, far below the depth at which recursion (ours, or V8's own
 * `JSON.stringify`) would exhaust the stack.
 */
export const MAX_JSON_DEPTH = 100;

/**
 * Maximum number of arrays and objects of a JSON body. An upsert of 10,000 vectors with rich metadata has a few hundred
 * thousand. A body of 64 MB could contain 20 million empty ones, which take more than a gigabyte once parsed.
 */
export const MAX_JSON_CONTAINERS = 1_000_000;

/**
 * Number of values that every request may contain: enough for a filter with dozens of long lists, and decoded in
 * milliseconds.
 */
const MIN_VALUES = 65_536;

/** Minimum average size of a value of a large request, in bytes. The numbers of vectors are not counted. */
const BYTES_PER_VALUE = 64;

/**
 * Returns the maximum number of values (keys, strings, numbers, arrays, objects) of a request of at most so many bytes.
 */
export const maxJsonValues = (maxRequestBytes: number): number =>
  Math.max(MIN_VALUES, Math.floor(maxRequestBytes / BYTES_PER_VALUE));

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Limits on the content of JSON text. */
export interface ShapeLimits {
  readonly depth: number;
  /** Arrays and objects. */
  readonly containers: number;
  /** Keys and values. */
  readonly values: number;
}

/**
 * Returns the limit that JSON text exceeds, without parsing it, or undefined if it exceeds none. The result is
 * meaningless, but harmless, for text that is not JSON.
 */
export function exceededShape(text: Uint8Array, limits: ShapeLimits): keyof ShapeLimits | undefined {
  let depth = 0;
  let containers = 0;
  let values = 1;
  for (let index = 0; index < text.length; index++) {
    const byte = text[index]!;
    if (byte === QUOTE) index = endOfString(text, index);
    else if (byte === COMMA || byte === COLON) {
      if (++values > limits.values) return "values";
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      if (++depth > limits.depth) return "depth";
      if (++containers > limits.containers) return "containers";
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--;
  }
  return undefined;
}

function endOfString(text: Uint8Array, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const byte = text[index]!;
    if (byte === BACKSLASH) index++;
    else if (byte === QUOTE) return index;
  }
  return text.length;
}
