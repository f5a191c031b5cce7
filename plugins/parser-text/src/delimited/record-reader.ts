import { cleanLine, isCleanLine, ParserError } from "@quarry/plugin";
import { areRows, endOfBlanks, endOfField, endsField, escapesByBackslash, isBackslashed } from "./quoting.ts";

/** A longer record is not a table row. A quote that is not closed within this length is a plain character. */
const MAX_RECORD_CHARACTERS = 4_000_000;
const QUOTE = 0x22;
/** Result: more text is needed to find the end. */
const NEED_MORE = -1;
/** Result: the quote does not open a quoted field. */
const NOT_QUOTED = -2;

/**
 * Reads delimited records (RFC 4180: quotes, doubled quotes, line ends within quotes) from a stream of text. Also
 * supports quotes escaped by a backslash, if the file uses them. A quote that is never closed is a plain character.
 */
export class RecordReader {
  readonly #delimiter: string;
  readonly #delimiterCode: number;
  #pending = "";
  /** Position of the next quote from the record's start on, or -1 if there is none yet. */
  #nextQuote = -1;
  /**
   * Cached position of the last line end found for quoted fields, so that it is searched once per line rather than per
   * field.
   */
  #nextFeed = -1;
  /** Cells so far of a record with quotes, which is read field by field, and the start of the next field. */
  #cells: string[] | undefined;
  #fieldStart = 0;
  /** Whether the field's quote turned out to be a plain character. */
  #isPlain = false;
  /** Offset at which the search within the field continues. */
  #scannedTo = 0;
  /** Whether the file escapes quotes by backslashes. Undefined until the first quote after a backslash. */
  #hasBackslashes: boolean | undefined;
  /** Number of cells of the last record with several cells. */
  #width = 0;
  #records = 0;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
    this.#delimiterCode = delimiter.charCodeAt(0);
  }

  /** Adds text and returns the cells of the records completed by it. */
  push(chunk: string): string[][] {
    this.#pending += chunk;
    const records = this.#read(false);
    if (this.#pending.length > MAX_RECORD_CHARACTERS) {
      const record = `record ${this.#records + 1} is longer than ${MAX_RECORD_CHARACTERS} characters`;
      throw new ParserError("limit", `${record}: each record of a table must be on its own line`);
    }
    return records;
  }

  end(): string[][] {
    return this.#read(true);
  }

  #read(isEnd: boolean): string[][] {
    const text = this.#pending;
    const records: string[][] = [];
    let start = 0;
    this.#nextQuote = text.indexOf('"');
    this.#nextFeed = -1;
    while (start < text.length) {
      const end = this.#cells === undefined ? this.#readLine(start, isEnd, records) : -1;
      const next = end >= 0 ? end : this.#cells === undefined ? -1 : this.#readFields(start, isEnd, records);
      if (next < 0) break;
      start = next;
    }
    this.#pending = text.slice(start);
    this.#fieldStart -= start;
    this.#scannedTo -= start;
    this.#records += records.length;
    return records;
  }

  /** Reads a record without quotes and returns the start of the next. Returns -1 if there are quotes, or no end yet. */
  #readLine(start: number, isEnd: boolean, records: string[][]): number {
    const text = this.#pending;
    if (this.#nextQuote >= 0 && this.#nextQuote < start) this.#nextQuote = text.indexOf('"', start);
    const feed = text.indexOf("\n", start);
    const end = feed < 0 && isEnd ? text.length : feed;
    const quote = this.#nextQuote;
    if (quote >= 0 && (end < 0 || quote < end)) {
      this.#cells = [];
      this.#openField(start);
      return -1;
    }
    if (end < 0) return -1;
    if (end > start) this.#push(this.#split(text.slice(start, end)), records);
    return end + 1;
  }

  /** Continues a record with quotes and returns the start of the next. Returns -1 if it has no end yet. */
  #readFields(recordStart: number, isEnd: boolean, records: string[][]): number {
    const text = this.#pending;
    const cells = this.#cells!;
    for (;;) {
      const first = endOfBlanks(text, this.#fieldStart);
      const isQuoted = !this.#isPlain && text.charCodeAt(first) === QUOTE;
      const end = isQuoted ? this.#endOfQuoted(recordStart, first, isEnd) : this.#endOfPlain(isEnd);
      if (end === NEED_MORE) return -1;
      if (end === NOT_QUOTED) {
        this.#isPlain = true;
        this.#scannedTo = this.#fieldStart;
        continue;
      }
      cells.push(cleanLine(isQuoted ? this.#unquoted(first, end) : text.slice(this.#fieldStart, end)));
      if (text.charCodeAt(end) === this.#delimiterCode) {
        this.#openField(end + 1);
        continue;
      }
      this.#cells = undefined;
      this.#push(cells, records);
      return end + 1;
    }
  }

  #openField(start: number): void {
    this.#fieldStart = start;
    this.#scannedTo = start;
    this.#isPlain = false;
  }

  #push(cells: string[], records: string[][]): void {
    // Empty lines are ignored.
    if (cells.length > 1) this.#width = cells.length;
    records.push(cells);
  }

  /** Returns the delimiter or line end after a plain field. */
  #endOfPlain(isEnd: boolean): number {
    const end = endOfField(this.#pending, this.#scannedTo, this.#delimiterCode);
    if (end < this.#pending.length || isEnd) return end;
    this.#scannedTo = end;
    return NEED_MORE;
  }

  /** Returns the delimiter or line end after the field that the quote at `first` opens. */
  #endOfQuoted(recordStart: number, first: number, isEnd: boolean): number {
    const text = this.#pending;
    const isLast = isEnd || text.length - recordStart > MAX_RECORD_CHARACTERS;
    const quote = this.#closingQuote(first, isEnd);
    if (quote < 0) return isLast ? NOT_QUOTED : NEED_MORE;
    this.#scannedTo = quote;
    const stop = endOfBlanks(text, quote + 1);
    if (stop >= text.length && !isEnd) return NEED_MORE;
    const hasLines = this.#lineEnd(first) < quote;
    if (stop < text.length && !endsField(text.charCodeAt(stop), this.#delimiterCode)) {
      // Text after a closing quote: on a single line it is a mistake, across several lines the quote belongs to another
      // field.
      if (hasLines) return NOT_QUOTED;
      const end = endOfField(text, stop, this.#delimiterCode);
      return end < text.length || isEnd ? end : NEED_MORE;
    }
    if (!hasLines || this.#width === 0) return stop;
    const feed = text.indexOf("\n", stop);
    if (feed < 0 && !isLast) return NEED_MORE;
    const lines = text.slice(text.lastIndexOf("\n", first) + 1, feed < 0 ? text.length : feed);
    return areRows(lines, this.#width, this.#delimiter) ? NOT_QUOTED : stop;
  }

  /** Returns the line end from `from` on, or infinity if there is none yet. */
  #lineEnd(from: number): number {
    if (this.#nextFeed < from) {
      const feed = this.#pending.indexOf("\n", from);
      this.#nextFeed = feed < 0 ? Number.POSITIVE_INFINITY : feed;
    }
    return this.#nextFeed;
  }

  /**
   * Returns the first quote of the field that is not escaped by another quote or a backslash, or -1 if there is none
   * yet.
   */
  #closingQuote(first: number, isEnd: boolean): number {
    const text = this.#pending;
    let at = Math.max(first + 1, this.#scannedTo);
    for (let quote = text.indexOf('"', at); quote >= 0; quote = text.indexOf('"', at)) {
      const isIncomplete = quote + 1 === text.length && !isEnd;
      if (isIncomplete) {
        this.#scannedTo = quote;
        return -1;
      }
      if (isBackslashed(text, quote, first + 1) && this.#isEscaping(first)) at = quote + 1;
      else if (text.charCodeAt(quote + 1) === QUOTE) at = quote + 2;
      else return quote;
    }
    this.#scannedTo = Math.max(at, text.length);
    return -1;
  }

  /** Returns the text of the quoted field from its quote to `end`, including any text after the closing quote. */
  #unquoted(first: number, end: number): string {
    const text = this.#pending;
    const quote = this.#scannedTo;
    const inner =
      endOfBlanks(text, quote + 1) >= end
        ? text.slice(first + 1, quote)
        : text
            .slice(first + 1, end)
            .trimEnd()
            .replace(/"$/, "");
    const unescaped = inner.includes('""') ? inner.replaceAll('""', '"') : inner;
    return this.#hasBackslashes === true ? unescaped.replace(/\\(["\\])/g, "$1") : unescaped;
  }

  #isEscaping(first: number): boolean {
    this.#hasBackslashes ??= escapesByBackslash(this.#pending, first, this.#delimiterCode);
    return this.#hasBackslashes;
  }

  #split(record: string): string[] {
    const line = record.charCodeAt(record.length - 1) === 0x0d ? record.slice(0, -1) : record;
    const cells = line.split(this.#delimiter);
    return isCleanLine(line) && !this.#hasPadding(line) ? cells : cells.map(cleanLine);
  }

  /** Whether a delimiter is next to a space. Only then do cells of a clean line need trimming. */
  #hasPadding(line: string): boolean {
    return line.includes(`${this.#delimiter} `) || line.includes(` ${this.#delimiter}`);
  }
}
