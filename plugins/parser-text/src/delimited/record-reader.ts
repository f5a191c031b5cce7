import { cleanLine, isCleanLine, ParserError } from "@quarry/plugin";

/** A record longer than this comes from a quote that was never closed, not from a table. */
const MAX_RECORD_CHARACTERS = 4_000_000;
const QUOTE = 0x22;
const BLANK = 0x20;

/** Reads delimited records (RFC 4180: quotes, doubled quotes, line ends within quotes) from a stream of text. */
export class RecordReader {
  readonly #delimiter: string;
  readonly #delimiterCode: number;
  #pending = "";
  /** Where the search for the end of the pending record goes on, and whether that is inside quotes. */
  #searchedTo = 0;
  #isQuoted = false;
  /** The next quote at or behind `#searchedTo`; -1 for none in sight. */
  #nextQuote = -1;
  #records = 0;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
    this.#delimiterCode = delimiter.charCodeAt(0);
  }

  /** The cells of the records that are complete by now. */
  push(chunk: string): string[][] {
    this.#pending += chunk;
    this.#nextQuote = this.#pending.indexOf('"', this.#searchedTo);
    const records: string[][] = [];
    let start = 0;
    for (let end = this.#findRecordEnd(); end >= 0; end = this.#findRecordEnd()) {
      if (end > start) records.push(this.#split(this.#pending.slice(start, end)));
      start = end + 1;
      this.#searchedTo = start;
    }
    this.#pending = this.#pending.slice(start);
    this.#searchedTo -= start;
    this.#records += records.length;
    if (this.#pending.length > MAX_RECORD_CHARACTERS) throw this.#endlessRecord();
    return records;
  }

  end(): string[][] {
    const rest = this.#pending;
    this.#pending = "";
    return rest === "" ? [] : [this.#split(rest)];
  }

  #endlessRecord(): ParserError {
    const record = `record ${this.#records + 1} is longer than ${MAX_RECORD_CHARACTERS} characters`;
    return this.#isQuoted
      ? new ParserError("corrupt", `${record}: look there for a quote that is never closed, and upload the file again`)
      : new ParserError("limit", `${record}: a table has its records on lines of their own`);
  }

  #findRecordEnd(): number {
    const text = this.#pending;
    for (;;) {
      if (this.#isQuoted) {
        const quote = text.indexOf('"', this.#searchedTo);
        if (quote < 0) return this.#searchedAll();
        this.#isQuoted = false;
        this.#passQuote(quote);
        continue;
      }
      const end = text.indexOf("\n", this.#searchedTo);
      const quote = this.#nextQuote;
      if (quote < 0 || (end >= 0 && end < quote)) return end < 0 ? this.#searchedAll() : end;
      this.#isQuoted = this.#opensField(quote);
      this.#passQuote(quote);
    }
  }

  #passQuote(quote: number): void {
    this.#searchedTo = quote + 1;
    this.#nextQuote = this.#pending.indexOf('"', quote + 1);
  }

  /** A quote in the middle of a bare field is a plain character; one right after another is an escaped one. */
  #opensField(quote: number): boolean {
    let before = quote - 1;
    if (this.#pending.charCodeAt(before) === QUOTE) return true;
    while (before >= 0 && this.#pending.charCodeAt(before) === BLANK) before--;
    const code = this.#pending.charCodeAt(before);
    return before < 0 || code === this.#delimiterCode || code === 0x0a;
  }

  #searchedAll(): number {
    this.#searchedTo = this.#pending.length;
    return -1;
  }

  #split(record: string): string[] {
    const line = record.charCodeAt(record.length - 1) === 0x0d ? record.slice(0, -1) : record;
    if (line.includes('"')) return this.#splitQuoted(line);
    const cells = line.split(this.#delimiter);
    return isCleanLine(line) && !this.#hasPadding(line) ? cells : cells.map(cleanLine);
  }

  /** A delimiter beside a blank: only then have the cells of a clean line something to trim. */
  #hasPadding(line: string): boolean {
    return line.includes(`${this.#delimiter} `) || line.includes(` ${this.#delimiter}`);
  }

  #splitQuoted(line: string): string[] {
    const cells: string[] = [];
    for (let start = 0; start <= line.length;) {
      let first = start;
      while (line.charCodeAt(first) === BLANK) first++;
      const isQuoted = line.charCodeAt(first) === QUOTE;
      const end = isQuoted ? this.#endOfQuoted(line, first) : line.indexOf(this.#delimiter, start);
      const stop = end < 0 ? line.length : end;
      cells.push(cleanLine(isQuoted ? unquote(line.slice(first, stop)) : line.slice(start, stop)));
      start = stop + 1;
    }
    return cells;
  }

  #endOfQuoted(line: string, first: number): number {
    let at = first + 1;
    for (let quote = line.indexOf('"', at); quote >= 0; quote = line.indexOf('"', at)) {
      if (line.charCodeAt(quote + 1) !== QUOTE) return line.indexOf(this.#delimiter, quote + 1);
      at = quote + 2;
    }
    return -1;
  }
}

const unquote = (field: string): string => field.trim().replace(/^"/, "").replace(/"$/, "").replaceAll('""', '"');
