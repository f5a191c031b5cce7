/** Maximum number of characters of a text that are written at once. */
const TEXT_CHARACTERS = 65_536;

/**
 * Yields the JSON text of a value in segments. An array, also as a field of an object, is written one item at a time,
 * and a long text in chunks. The result parses to the same value as that of `JSON.stringify`.
 */
export function* valueSegments(value: unknown): Generator<string> {
  if (Array.isArray(value)) return yield* arraySegments(value);
  if (typeof value === "string") return yield* textSegments(value);
  if (typeof value !== "object" || value === null) return yield JSON.stringify(value);
  let before = "{";
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* Array.isArray(field) ? arraySegments(field) : typeof field === "string" ? textSegments(field) : one(field);
    before = ",";
  }
  yield before === "{" ? "{}" : "}";
}

function* one(value: unknown): Generator<string> {
  yield JSON.stringify(value);
}

function* arraySegments(items: readonly unknown[]): Generator<string> {
  yield "[";
  for (const [index, item] of items.entries()) yield (index === 0 ? "" : ",") + (JSON.stringify(item) ?? "null");
  yield "]";
}

/**
 * Yields a text in chunks. If a chunk boundary splits a surrogate pair, both halves are written as escapes, which parse
 * to the same character.
 */
function* textSegments(text: string): Generator<string> {
  if (text.length <= TEXT_CHARACTERS) return yield JSON.stringify(text);
  yield '"';
  for (let start = 0; start < text.length; start += TEXT_CHARACTERS) {
    yield JSON.stringify(text.slice(start, start + TEXT_CHARACTERS)).slice(1, -1);
  }
  yield '"';
}
