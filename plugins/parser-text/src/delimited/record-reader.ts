import { cleanLine, ParserError } from "@quarry/plugin";

/** A record longer than this comes from a quote that was never closed, not from a table. */
const MAX_RECORD_CHARACTERS = 4_000_000;

/** Reads delimited records (RFC 4180: quotes, doubled quotes, line ends within quotes) from a stream of text. */
export class RecordReader {
  readonly #delimiter: string;
  #pending = "";
  /** Where the search for the end of the pending record goes on, and whether that is inside quotes. */
  #searchedTo = 0;
  #isQuoted = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  *push(chunk: string): Generator<string[]> {
    this.#pending += chunk;
    let start = 0;
    for (let end = this.#findRecordEnd(); end >= 0; end = this.#findRecordEnd()) {
      yield this.#split(this.#pending.slice(start, end));
      start = end + 1;
      this.#searchedTo = start;
    }
    this.#pending = this.#pending.slice(start);
    this.#searchedTo -= start;
    if (this.#pending.length > MAX_RECORD_CHARACTERS) {
      throw new ParserError(
        "corrupt",
        `a record is longer than ${MAX_RECORD_CHARACTERS} characters: look for a quote that is never closed`,
      );
    }
  }

  *end(): Generator<string[]> {
    if (this.#pending !== "") yield this.#split(this.#pending);
    this.#pending = "";
  }

  #findRecordEnd(): number {
    const text = this.#pending;
    for (;;) {
      if (this.#isQuoted) {
        const quote = text.indexOf('"', this.#searchedTo);
        if (quote < 0) return this.#searchedAll();
        this.#isQuoted = false;
        this.#searchedTo = quote + 1;
        continue;
      }
      const end = text.indexOf("\n", this.#searchedTo);
      const quote = text.indexOf('"', this.#searchedTo);
      if (quote < 0 || (end >= 0 && end < quote)) return end < 0 ? this.#searchedAll() : end;
      this.#isQuoted = this.#opensField(quote);
      this.#searchedTo = quote + 1;
    }
  }

  /** A quote in the middle of a bare field is a plain character; one right after another is an escaped one. */
  #opensField(quote: number): boolean {
    if (quote === 0) return true;
    const before = this.#pending[quote - 1]!;
    return before === this.#delimiter || before === "\n" || before === '"' || before === " ";
  }

  #searchedAll(): number {
    this.#searchedTo = this.#pending.length;
    return -1;
  }

  #split(record: string): string[] {
    const line = record.endsWith("\r") ? record.slice(0, -1) : record;
    if (!line.includes('"')) return line.split(this.#delimiter).map(cleanLine);
    const cells: string[] = [];
    for (let start = 0; start <= line.length;) {
      const isQuoted = /^ *"/.test(line.slice(start, start + 8));
      const end = isQuoted ? this.#endOfQuoted(line, start) : line.indexOf(this.#delimiter, start);
      const stop = end < 0 ? line.length : end;
      cells.push(cleanLine(isQuoted ? unquote(line.slice(start, stop)) : line.slice(start, stop)));
      start = stop + 1;
    }
    return cells;
  }

  #endOfQuoted(line: string, start: number): number {
    let at = line.indexOf('"', start) + 1;
    for (let quote = line.indexOf('"', at); quote >= 0; quote = line.indexOf('"', at)) {
      if (line[quote + 1] !== '"') return line.indexOf(this.#delimiter, quote + 1);
      at = quote + 2;
    }
    return -1;
  }
}

const unquote = (field: string): string => field.trim().replace(/^"/, "").replace(/"$/, "").replaceAll('""', '"');
