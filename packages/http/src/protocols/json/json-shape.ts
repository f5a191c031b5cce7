/**
 * Deepest nesting of a JSON body. Far beyond real metadata, far below where recursion over it (ours, V8's own
 * `JSON.stringify`) would exhaust the stack.
 */
export const MAX_JSON_DEPTH = 100;

/**
 * Most arrays and objects of a JSON body. An upsert of 10,000 vectors with rich metadata has a few hundred thousand; a
 * body of 64 MB could hold 20 million empty ones, which take more than a gigabyte once parsed.
 */
export const MAX_JSON_CONTAINERS = 1_000_000;

/** Fewest values that any request may hold: a filter with dozens of long lists, an answer's time in milliseconds. */
const MIN_VALUES = 65_536;

/** Bytes that a value of a large request takes at least, on average. Numbers of vectors are not counted among them. */
const BYTES_PER_VALUE = 64;

/** Most values (keys, strings, numbers, arrays, objects) of a request of at most so many bytes. */
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

/** Bounds of what JSON text may hold. */
export interface ShapeLimits {
  readonly depth: number;
  /** Arrays and objects. */
  readonly containers: number;
  /** Keys and values. */
  readonly values: number;
}

/**
 * Which limit JSON text is beyond, told without parsing it; undefined when it is within all. Meaningless, but harmless,
 * on text that is not JSON.
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
