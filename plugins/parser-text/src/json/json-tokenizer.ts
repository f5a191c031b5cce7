import type { ParserBudget } from "@quarry/plugin";
import { ParserError } from "@quarry/plugin";
import { TextWindow } from "@quarry/formats/text";
import { invalidJson, unfinishedJson } from "./json-error.ts";
import { decodeEscapes, safeSplit } from "./json-string.ts";

/** Handler for the tokens of a JSON text, in order. Values are passed as source text, so numbers are never rounded. */
export interface JsonHandler {
  readonly open: (isList: boolean) => void;
  readonly close: () => void;
  readonly key: (name: string) => void;
  /** A string longer than `LONG_STRING` is passed in several parts. */
  readonly value: (text: string) => void;
}

/** A string that has not ended after this many characters is passed in parts. */
const LONG_STRING = 65_536;
const MAX_KEY = 65_536;
/** Maximum length of a number. Without a limit, a file of digits would be one token. */
const MAX_NUMBER = 4_096;

const SLASH = 0x2f;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|NaN|-?Infinity/y;
const SCALAR_CHARACTERS = /[\w.+-]*/y;
// eslint-disable-next-line no-control-regex -- JSON forbids exactly these within strings
const CONTROL = /[\0-\x1f]/;

/** The end of a comment. */
type CommentEnd = "\n" | "*/";

type Expected = "value" | "value or ]" | "key or }" | "key" | ":" | ", or end" | "end";

const EXPECTED: Readonly<Record<Expected, string>> = {
  value: "a value is expected",
  "value or ]": 'a value or "]" is expected',
  "key or }": 'a name in quotes or "}" is expected',
  key: "a name in quotes is expected",
  ":": '":" is expected',
  ", or end": '"," or the end of the list or object is expected',
  end: "nothing more is expected",
};

/**
 * Incremental JSON tokenizer: RFC 8259, several consecutive values (JSON Lines), `NaN` and `Infinity` as some writers
 * produce them, and comments and trailing commas as in settings files. Buffers at most one token.
 */
export class JsonTokenizer {
  readonly #handler: JsonHandler;
  readonly #budget: ParserBudget;
  readonly #window = new TextWindow();
  #index = 0;
  /** Open containers; true for arrays. */
  readonly #lists: boolean[] = [];
  #expected: Expected = "value";
  /** Whether the position is within a long string that is passed in parts. */
  #isInLongString = false;
  #comment: CommentEnd | undefined;

  constructor(handler: JsonHandler, budget: ParserBudget) {
    this.#handler = handler;
    this.#budget = budget;
  }

  write(chunk: string): void {
    this.#window.advance(this.#index, chunk);
    this.#index = 0;
    this.#read(false);
  }

  /** Ends the text. Fails if a value is incomplete. */
  end(): void {
    this.#read(true);
    if (this.#comment === "*/") throw this.#unfinished('the closing "*/"');
    if (this.#index < this.#window.text.length || this.#isInLongString) throw this.#unfinished("a closing quote");
    const isList = this.#lists.at(-1);
    if (isList !== undefined) throw this.#unfinished(isList ? 'the closing "]"' : 'the closing "}"');
  }

  #read(isEnd: boolean): void {
    const { text } = this.#window;
    if (this.#isInLongString && !this.#readLongString()) return;
    if (this.#comment !== undefined && !this.#readComment(this.#comment)) return;
    while (this.#index < text.length) {
      const code = text.charCodeAt(this.#index);
      if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) this.#index++;
      else if (code === 0x22) {
        if (!this.#readString()) return;
      } else if (code === 0x7b || code === 0x5b) this.#open(code === 0x5b);
      else if (code === 0x7d || code === 0x5d) this.#close(code === 0x5d);
      else if (code === 0x2c) this.#comma();
      else if (code === 0x3a) {
        if (this.#expected !== ":") throw this.#unexpected();
        this.#expected = "value";
        this.#index++;
      } else if (code === SLASH) {
        if (!this.#openComment(isEnd)) return;
      } else if (!this.#readScalar(isEnd)) return;
    }
  }

  /** Returns whether the comment was read, or false if more text is needed. */
  #openComment(isEnd: boolean): boolean {
    const { text } = this.#window;
    const sign = text[this.#index + 1];
    if (sign === undefined && !isEnd) return false;
    if (sign !== "/" && sign !== "*") throw this.#unexpected();
    this.#index += 2;
    return this.#readComment(sign === "/" ? "\n" : "*/");
  }

  #readComment(end: CommentEnd): boolean {
    const { text } = this.#window;
    const at = text.indexOf(end, this.#index);
    this.#comment = at < 0 ? end : undefined;
    // The first character of the end mark can be the last of the text.
    if (at < 0) this.#index = Math.max(this.#index, end === "*/" && text.endsWith("*") ? text.length - 1 : text.length);
    else this.#index = at + end.length;
    return at >= 0;
  }

  #open(isList: boolean): void {
    this.#expectValue();
    this.#lists.push(isList);
    this.#budget.checkNesting(this.#lists.length);
    this.#handler.open(isList);
    this.#expected = isList ? "value or ]" : "key or }";
    this.#index++;
  }

  #close(isList: boolean): void {
    const isEmpty = this.#expected === (isList ? "value or ]" : "key or }");
    const isAfterComma = this.#expected === (isList ? "value" : "key");
    const mayClose = isEmpty || isAfterComma || this.#expected === ", or end";
    if (this.#lists.at(-1) !== isList || !mayClose) throw this.#unexpected();
    this.#lists.pop();
    this.#handler.close();
    this.#afterValue();
    this.#index++;
  }

  #comma(): void {
    if (this.#expected !== ", or end") throw this.#unexpected();
    this.#expected = this.#lists.at(-1) === true ? "value" : "key";
    this.#index++;
  }

  #expectValue(): void {
    if (this.#expected !== "value" && this.#expected !== "value or ]") throw this.#unexpected();
  }

  #afterValue(): void {
    // Another value can follow the outermost one: JSON Lines.
    this.#expected = this.#lists.length === 0 ? "value" : ", or end";
  }

  /** Returns whether the string was read, or false if more text is needed. */
  #readString(): boolean {
    const isKey = this.#expected === "key" || this.#expected === "key or }";
    if (!isKey) this.#expectValue();
    const { text } = this.#window;
    const start = this.#index + 1;
    const end = closingQuote(text, start);
    if (end < 0) {
      if (text.length - start <= LONG_STRING) return false;
      if (isKey) throw new ParserError("limit", `a name in the JSON is longer than ${MAX_KEY} characters`);
      this.#index = start;
      this.#isInLongString = true;
      return this.#readLongString();
    }
    const content = this.#decode(start, end);
    this.#index = end + 1;
    if (isKey) {
      this.#handler.key(content);
      this.#expected = ":";
    } else {
      this.#handler.value(content);
      this.#afterValue();
    }
    return true;
  }

  #readLongString(): boolean {
    const { text } = this.#window;
    const end = closingQuote(text, this.#index);
    if (end >= 0) {
      const rest = this.#decode(this.#index, end);
      if (rest !== "") this.#handler.value(rest);
      this.#index = end + 1;
      this.#isInLongString = false;
      this.#afterValue();
      return true;
    }
    if (text.length - this.#index <= LONG_STRING) return false;
    const splitIndex = this.#index + safeSplit(text.slice(this.#index));
    this.#handler.value(this.#decode(this.#index, splitIndex));
    this.#index = splitIndex;
    return false;
  }

  #decode(start: number, end: number): string {
    const raw = this.#window.text.slice(start, end);
    if (CONTROL.test(raw)) {
      const position = this.#window.positionOf(start + raw.search(CONTROL));
      throw invalidJson(position, "a line end or control character occurs within a string (is its quote closed?)");
    }
    if (!raw.includes("\\")) return raw;
    const decoded = decodeEscapes(raw);
    if (typeof decoded === "string") return decoded;
    throw invalidJson(this.#window.positionOf(start + decoded.badEscapeIndex), "a string has an unknown escape");
  }

  #readScalar(isEnd: boolean): boolean {
    const { text } = this.#window;
    SCALAR_CHARACTERS.lastIndex = this.#index;
    const length = SCALAR_CHARACTERS.exec(text)![0].length;
    if (this.#index + length === text.length && !isEnd && length <= MAX_NUMBER) return false;
    if (this.#expected !== "value" && this.#expected !== "value or ]") throw this.#unexpected();
    SCALAR.lastIndex = this.#index;
    const scalar = SCALAR.exec(text)?.[0];
    if (scalar === undefined || scalar.length !== length || length > MAX_NUMBER) {
      throw isEnd && length > 0 && this.#index + length === text.length && this.#lists.length > 0
        ? this.#unfinished("the end of a value")
        : this.#unexpected();
    }
    this.#index += length;
    this.#handler.value(scalar);
    this.#afterValue();
    return true;
  }

  #unexpected(): ParserError {
    const found = String.fromCodePoint(this.#window.text.codePointAt(this.#index)!);
    return invalidJson(
      this.#window.positionOf(this.#index),
      `${EXPECTED[this.#expected]}, and ${JSON.stringify(found.toWellFormed())} was found`,
    );
  }

  #unfinished(missing: string): ParserError {
    return unfinishedJson(this.#window.positionOf(this.#window.text.length), missing);
  }
}

/** Returns the quote that ends a string: the first preceded by an even number of backslashes. */
function closingQuote(text: string, start: number): number {
  for (let quote = text.indexOf('"', start); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (quote - 1 - backslashes >= start && text.charCodeAt(quote - 1 - backslashes) === 0x5c) backslashes++;
    if (backslashes % 2 === 0) return quote;
  }
  return -1;
}
