const PAIR = /^(["']?)([\w-]+)\1\s*[:=](.*)$/;
/** Block scalar marker, with the text on the lines below: folded (`>`) or literal (`|`). */
const TEXT_BELOW = /^[>|][+-]?\d?(?:\s+#.*)?$/;
/** Multi-line strings of TOML. */
const LONG_QUOTE = /^("""|''')/;
/** Name of a person given as a map. */
const NAME = /^["']?name["']?\s*[:=](.*)$/;
const PEOPLE = new Set(["author", "authors"]);

/**
 * Reads the top-level keys of YAML or TOML with their values: a scalar, a list in brackets or with one item per line,
 * or text on the lines below. Nested maps are left out. Each line is scanned once, from start to end.
 */
export function readKeys(source: string): Map<string, string[]> {
  const reader = new KeyReader();
  for (const line of source.split("\n")) reader.read(line);
  return reader.end();
}

class KeyReader {
  readonly #keys = new Map<string, string[]>();
  #key = "";
  #values: string[] = [];
  /** A list whose bracket is not closed yet. */
  #openList: string[] | undefined;
  /** A value that can continue on the next line. */
  #openValue: string[] | undefined;
  /** Closing delimiter of the open text, or "" if it ends with its indent. */
  #closing = "";
  #isText = false;

  read(line: string): void {
    const trimmed = line.trim();
    if (this.#openList !== undefined) return this.#readList(trimmed);
    if (this.#closing !== "") return this.#readLong(trimmed);
    const pair = PAIR.exec(line);
    if (pair !== null) return this.#readPair(pair[2]!.toLowerCase(), pair[3]!.trim());
    const isIndented = line.length > 0 && line.trimStart().length < line.length;
    if (this.#isText || (this.#openValue !== undefined && isIndented)) this.#openValue!.push(trimmed);
    else this.#readPart(trimmed);
  }

  end(): Map<string, string[]> {
    this.#endValue();
    return this.#keys;
  }

  #readPair(key: string, value: string): void {
    this.#endValue();
    this.#key = key;
    this.#values = [];
    this.#keys.set(key, this.#values);
    this.#isText = TEXT_BELOW.test(value);
    const long = LONG_QUOTE.exec(value)?.[1];
    if (this.#isText) this.#openValue = [];
    else if (long !== undefined) {
      this.#openValue = [];
      this.#closing = long;
      this.#readLong(value.slice(long.length));
    } else if (value.startsWith("[")) {
      this.#openList = [];
      this.#readList(value.slice(1));
    } else if (withoutComment(value) !== "") this.#openValue = [value];
  }

  #endValue(): void {
    const lines = this.#openValue;
    if (lines === undefined) return;
    const text = lines.join(" ").trim();
    this.#values.push(this.#isText ? text : unquote(text));
    this.#openValue = undefined;
    this.#isText = false;
  }

  #readLong(line: string): void {
    const end = line.indexOf(this.#closing);
    this.#openValue!.push(end < 0 ? line : line.slice(0, end));
    if (end < 0) return;
    this.#isText = true;
    this.#closing = "";
    this.#endValue();
  }

  /** Handles a line below a key without a value of its own. */
  #readPart(line: string): void {
    const isItem = line.startsWith("- ");
    const item = isItem ? line.slice(2).trim() : line;
    const name = PEOPLE.has(this.#key) ? NAME.exec(item)?.[1] : undefined;
    if (name !== undefined) this.#values.push(unquote(name.trim()));
    // An item that is a map is skipped.
    else if (isItem && item !== "" && (isQuote(item.charAt(0)) || !(item.includes(": ") || item.endsWith(":"))))
      this.#values.push(unquote(item));
  }

  #readList(line: string): void {
    const close = line.lastIndexOf("]");
    const isClosed = close >= 0 && withoutComment(line.slice(close + 1).trim()) === "";
    this.#openList!.push(isClosed ? line.slice(0, close) : withoutComment(line));
    if (!isClosed) return;
    this.#values.push(...splitList(this.#openList!.join(" ")));
    this.#openList = undefined;
  }
}

/** Splits a list at commas outside quotes. */
function splitList(list: string): string[] {
  const items: string[] = [];
  let start = 0;
  let quote = "";
  for (let at = 0; at <= list.length; at++) {
    const character = list.charAt(at);
    if (quote !== "" && character === quote) quote = "";
    else if (quote === "" && isQuote(character) && list.slice(start, at).trim() === "") quote = character;
    else if (at === list.length || (quote === "" && character === ",")) {
      const item = unquote(list.slice(start, at).trim());
      if (item !== "") items.push(item);
      start = at + 1;
    }
  }
  return items;
}

const isQuote = (character: string): boolean => character === '"' || character === "'";

/** Returns the value within its quotes, ignoring text after them. Without quotes, returns all except a comment. */
function unquote(value: string): string {
  const quote = value.charAt(0);
  if (!isQuote(quote)) return withoutComment(value);
  for (let at = 1; at < value.length; at++) {
    const character = value.charAt(at);
    // A quote that is escaped by a backslash, or doubled, doesn't end the text.
    if (quote === '"' && character === "\\") at++;
    else if (character === quote && value.charAt(at + 1) === quote && quote === "'") at++;
    else if (character === quote) return unescaped(value.slice(1, at), quote);
  }
  return value;
}

const unescaped = (text: string, quote: string): string =>
  quote === "'" ? text.replaceAll("''", "'") : text.replace(/\\(["\\])/g, "$1").replaceAll("\\n", " ");

function withoutComment(value: string): string {
  const comment = value.startsWith("#") ? 0 : value.indexOf(" #");
  return comment < 0 ? value : value.slice(0, comment).trimEnd();
}
