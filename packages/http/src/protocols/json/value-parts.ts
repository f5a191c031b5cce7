/** Characters of a text that are written at once. */
const TEXT_CHARACTERS = 65_536;

/**
 * The text of a JSON value in pieces: of an array, and of one that stands in an object, an item at a time; of a long text, a part.
 * Parses to what `JSON.stringify` says.
 */
export function* valuePieces(value: unknown): Generator<string> {
  if (Array.isArray(value)) return yield* arrayPieces(value);
  if (typeof value === "string") return yield* textPieces(value);
  if (typeof value !== "object" || value === null) return yield JSON.stringify(value);
  let before = "{";
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* Array.isArray(field) ? arrayPieces(field) : typeof field === "string" ? textPieces(field) : one(field);
    before = ",";
  }
  yield before === "{" ? "{}" : "}";
}

function* one(value: unknown): Generator<string> {
  yield JSON.stringify(value);
}

function* arrayPieces(items: readonly unknown[]): Generator<string> {
  yield "[";
  for (const [index, item] of items.entries()) yield (index === 0 ? "" : ",") + (JSON.stringify(item) ?? "null");
  yield "]";
}

/** Halves of a character that a cut divides are written as escapes, which are read as the character. */
function* textPieces(text: string): Generator<string> {
  if (text.length <= TEXT_CHARACTERS) return yield JSON.stringify(text);
  yield '"';
  for (let start = 0; start < text.length; start += TEXT_CHARACTERS) {
    yield JSON.stringify(text.slice(start, start + TEXT_CHARACTERS)).slice(1, -1);
  }
  yield '"';
}
