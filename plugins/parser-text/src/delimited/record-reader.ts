import { cleanLine, isCleanLine, ParserError } from "@quarry/plugin";
import { areRows, endOfBlanks, endOfField, endsField, escapesByBackslash, isBackslashed } from "./quoting.ts";

/** A record longer than this is no row of a table, and a quote that is not closed within it is a plain character. */
const MAX_RECORD_CHARACTERS = 4_000_000;
const QUOTE = 0x22;
/** More text is needed to see where something ends. */
const WAIT = -1;
/** A quote that opens no field. */
const PLAIN = -2;

/**
 * Reads delimited records (RFC 4180: quotes, doubled quotes, line ends within quotes) from a stream of text; quotes that
 * a backslash escapes as well, where the file does so. A quote that is never closed is a plain character.
 */
export class RecordReader {
  readonly #delimiter: string;
  readonly #delimiterCode: number;
  #pending = "";
  /** The next quote at or behind the record's start; -1 for none in sight. */
  #nextQuote = -1;
  /** The line end that was found last, for quoted fields: asked for each, it is looked for once a line. */
  #nextFeed = -1;
  /** The record that is read field by field because it has quotes: its cells so far and where it goes on. */
  #cells: string[] | undefined;
  #fieldStart = 0;
  /** Whether the field's quote was found to be a plain character. */
  #isPlain = false;
  /** Offset at which the search within the field continues. */
  #searchedTo = 0;
  /** Undefined until a quote behind a backslash asks. */
  #hasBackslashes: boolean | undefined;
  /** Cells of the last record that has several. */
  #width = 0;
  #records = 0;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
    this.#delimiterCode = delimiter.charCodeAt(0);
  }

  /** The cells of the records that are complete by now. */
  push(chunk: string): string[][] {
    this.#pending += chunk;
    const records = this.#read(false);
    if (this.#pending.length > MAX_RECORD_CHARACTERS) {
      const record = `record ${this.#records + 1} is longer than ${MAX_RECORD_CHARACTERS} characters`;
      throw new ParserError("limit", `${record}: a table has its records on lines of their own`);
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
    this.#searchedTo -= start;
    this.#records += records.length;
    return records;
  }

  /** Reads a record without quotes and gives where the next begins; -1 when there are quotes, or no end yet. */
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

  /** Reads on in a record with quotes and gives where the next begins; -1 when it has no end yet. */
  #readFields(recordStart: number, isEnd: boolean, records: string[][]): number {
    const text = this.#pending;
    const cells = this.#cells!;
    for (;;) {
      const first = endOfBlanks(text, this.#fieldStart);
      const isQuoted = !this.#isPlain && text.charCodeAt(first) === QUOTE;
      const end = isQuoted ? this.#endOfQuoted(recordStart, first, isEnd) : this.#endOfPlain(isEnd);
      if (end === WAIT) return -1;
      if (end === PLAIN) {
        this.#isPlain = true;
        this.#searchedTo = this.#fieldStart;
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
    this.#searchedTo = start;
    this.#isPlain = false;
  }

  #push(cells: string[], records: string[][]): void {
    // An empty line says nothing.
    if (cells.length > 1) this.#width = cells.length;
    records.push(cells);
  }

  /** The delimiter or line end behind a plain field. */
  #endOfPlain(isEnd: boolean): number {
    const end = endOfField(this.#pending, this.#searchedTo, this.#delimiterCode);
    if (end < this.#pending.length || isEnd) return end;
    this.#searchedTo = end;
    return WAIT;
  }

  /** The delimiter or line end behind the field that the quote at `first` opens. */
  #endOfQuoted(recordStart: number, first: number, isEnd: boolean): number {
    const text = this.#pending;
    const isLast = isEnd || text.length - recordStart > MAX_RECORD_CHARACTERS;
    const quote = this.#closingQuote(first, isEnd);
    if (quote < 0) return isLast ? PLAIN : WAIT;
    this.#searchedTo = quote;
    const stop = endOfBlanks(text, quote + 1);
    if (stop >= text.length && !isEnd) return WAIT;
    const hasLines = this.#lineEnd(first) < quote;
    if (stop < text.length && !endsField(text.charCodeAt(stop), this.#delimiterCode)) {
      // Text behind a closing quote: on one line a slip, behind several a quote of another field.
      if (hasLines) return PLAIN;
      const end = endOfField(text, stop, this.#delimiterCode);
      return end < text.length || isEnd ? end : WAIT;
    }
    if (!hasLines || this.#width === 0) return stop;
    const feed = text.indexOf("\n", stop);
    if (feed < 0 && !isLast) return WAIT;
    const lines = text.slice(text.lastIndexOf("\n", first) + 1, feed < 0 ? text.length : feed);
    return areRows(lines, this.#width, this.#delimiter) ? PLAIN : stop;
  }

  /** The line end at or behind `from`; infinity when none is in sight. */
  #lineEnd(from: number): number {
    if (this.#nextFeed < from) {
      const feed = this.#pending.indexOf("\n", from);
      this.#nextFeed = feed < 0 ? Number.POSITIVE_INFINITY : feed;
    }
    return this.#nextFeed;
  }

  /** The first quote of the field that no other quote or backslash escapes; -1 when none is in sight. */
  #closingQuote(first: number, isEnd: boolean): number {
    const text = this.#pending;
    let at = Math.max(first + 1, this.#searchedTo);
    for (let quote = text.indexOf('"', at); quote >= 0; quote = text.indexOf('"', at)) {
      const isCut = quote + 1 === text.length && !isEnd;
      if (isCut) {
        this.#searchedTo = quote;
        return -1;
      }
      if (isBackslashed(text, quote, first + 1) && this.#isEscaping(first)) at = quote + 1;
      else if (text.charCodeAt(quote + 1) === QUOTE) at = quote + 2;
      else return quote;
    }
    this.#searchedTo = Math.max(at, text.length);
    return -1;
  }

  /** The text of the quoted field from its quote to `end`, where text behind the closing quote may stand as well. */
  #unquoted(first: number, end: number): string {
    const text = this.#pending;
    const quote = this.#searchedTo;
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

  /** A delimiter beside a blank: only then have the cells of a clean line something to trim. */
  #hasPadding(line: string): boolean {
    return line.includes(`${this.#delimiter} `) || line.includes(` ${this.#delimiter}`);
  }
}
