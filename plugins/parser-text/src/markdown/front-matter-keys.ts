const PAIR = /^([\w-]+)\s*[:=](.*)$/;
/** What announces text on the lines below: folded (`>`) or as it is (`|`). */
const TEXT_BELOW = /^[>|][+-]?\d?$/;

/**
 * The top-level keys of YAML or TOML with their values: a scalar, a list in brackets or of one item per line, a text on
 * the lines below. Nested maps are left out. Each line is looked at once, from its beginning to its end.
 */
export function readKeys(source: string): Map<string, string[]> {
  const reader = new KeyReader();
  for (const line of source.split("\n")) reader.read(line);
  return reader.keys;
}

class KeyReader {
  readonly keys = new Map<string, string[]>();
  #values: string[] = [];
  /** A list whose bracket is not closed yet. */
  #openList: string[] | undefined;
  #isText = false;

  read(line: string): void {
    const trimmed = line.trim();
    if (this.#openList !== undefined) return this.#readList(trimmed);
    const pair = PAIR.exec(line);
    if (pair !== null) this.#readPair(pair[1]!.toLowerCase(), pair[2]!.trim());
    else if (this.#isText) this.#values[0] = `${this.#values[0] ?? ""} ${trimmed}`.trimStart();
    else if (trimmed.startsWith("- ")) this.#readItem(trimmed.slice(2).trim());
  }

  #readPair(key: string, value: string): void {
    this.#values = [];
    this.keys.set(key, this.#values);
    this.#isText = TEXT_BELOW.test(value);
    if (this.#isText) return;
    if (value.startsWith("[")) {
      this.#openList = [];
      this.#readList(value.slice(1));
    } else if (value !== "") {
      this.#values.push(unquote(value));
    }
  }

  #readItem(item: string): void {
    // An item that is a map has nothing to say by itself.
    if (item !== "" && !item.includes(": ") && !item.endsWith(":")) this.#values.push(unquote(item));
  }

  #readList(line: string): void {
    const isClosed = line.endsWith("]");
    this.#openList!.push(isClosed ? line.slice(0, -1) : line);
    if (!isClosed) return;
    this.#values.push(...splitList(this.#openList!.join(" ")));
    this.#openList = undefined;
  }
}

/** The items of a list, at the commas outside quotes. */
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

function unquote(value: string): string {
  const first = value.charAt(0);
  return isQuote(first) && value.length > 1 && value.endsWith(first) ? value.slice(1, -1) : value;
}
