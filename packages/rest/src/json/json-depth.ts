/**
 * Deepest nesting of a JSON body. Far beyond real metadata, far below where recursion over it (ours, V8's own
 * `JSON.stringify`) would exhaust the stack.
 */
export const MAX_JSON_DEPTH = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Whether JSON text nests deeper than a limit; meaningless, but harmless, on text that is not JSON. */
export function isNestedDeeper(text: Uint8Array, limit: number): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const byte = text[index]!;
    if (byte === QUOTE) index = endOfString(text, index);
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      if (++depth > limit) return true;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--;
  }
  return false;
}

function endOfString(text: Uint8Array, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const byte = text[index]!;
    if (byte === BACKSLASH) index++;
    else if (byte === QUOTE) return index;
  }
  return text.length;
}
