import { ParserError } from "@quarry/plugin";
import { TextWindow } from "../text/text-window.ts";
import { endOfDoctype, MAX_DOCTYPE_CHARACTERS } from "./doctype.ts";
import { decodeReferences, MAX_REFERENCE_CHARACTERS } from "./xml-entities.ts";
import { malformedXml, unfinishedXml } from "./xml-error.ts";

export interface XmlAttribute {
  /** Name as written, with its prefix. */
  readonly name: string;
  readonly value: string;
}

/** Handler for the tokens of an XML document, in order. Text can arrive in several parts. */
export interface XmlHandler {
  readonly open: (name: string, attributes: readonly XmlAttribute[]) => void;
  readonly close: (name: string) => void;
  readonly text: (text: string) => void;
  /** Called with references that were left in the text unexpanded. */
  readonly unexpanded?: (references: readonly string[]) => void;
  /** Called for a DOCTYPE, which is skipped unless this throws. */
  readonly doctype?: () => void;
}

/** A tag that has not ended after this many characters contains an unclosed quote. */
export const MAX_TAG_CHARACTERS = 1_048_576;
/** Characters needed after "<!" to recognise the construct: `<![CDATA[`. */
const MARKER_CHARACTERS = 9;
/** Maximum number of element names in the cache of checked names. */
const MAX_KNOWN_NAMES = 10_000;

const NAME = /^[\p{L}_:][\p{L}\p{M}\p{N}._:·-]*$/u;
const ATTRIBUTE = /\s+([^\s=<>"'/]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const NO_ATTRIBUTES: readonly XmlAttribute[] = [];
const BLANK = /^\s*$/;

/** Section of arbitrary length that is skipped or copied up to its end mark. */
interface OpenSection {
  readonly end: "-->" | "]]>" | "?>";
  readonly what: string;
}

/**
 * Incremental XML tokenizer that checks well-formedness: one root, properly nested elements, quoted attributes. Buffers
 * at most one tag. A DOCTYPE is skipped, whatever it declares or refers to.
 */
export class XmlTokenizer {
  readonly #handler: XmlHandler;
  readonly #maxTagCharacters: number;
  readonly #window = new TextWindow();
  #index = 0;
  readonly #open: string[] = [];
  #hasRoot = false;
  #section: OpenSection | undefined;
  readonly #names = new Map<string, string>();

  constructor(handler: XmlHandler, maxTagCharacters = MAX_TAG_CHARACTERS) {
    this.#handler = handler;
    this.#maxTagCharacters = maxTagCharacters;
  }

  write(chunk: string): void {
    this.#window.advance(this.#index, chunk);
    this.#index = 0;
    this.#read(false);
  }

  /** Ends the document. Fails if it is incomplete. */
  end(): void {
    this.#read(true);
    const within = this.#section?.what ?? (this.#open.length > 0 ? `<${this.#open.at(-1)}>` : undefined);
    if (within !== undefined) throw unfinishedXml(this.#window.positionOf(this.#window.text.length), within);
  }

  #read(isEnd: boolean): void {
    const { text } = this.#window;
    for (;;) {
      if (this.#section !== undefined && !this.#readSection(this.#section)) return;
      const tag = text.indexOf("<", this.#index);
      const end = tag < 0 ? this.#endOfWholeText(isEnd) : tag;
      if (end > this.#index) this.#text(this.#index, end);
      this.#index = end;
      if (tag < 0 || !this.#readMarkup(tag, isEnd)) return;
    }
  }

  /** Returns the end of complete text. The beginning of a reference that a chunk border may split is retained. */
  #endOfWholeText(isEnd: boolean): number {
    const { text } = this.#window;
    if (isEnd) return text.length;
    const ampersand = text.lastIndexOf("&");
    const isSplit =
      ampersand >= this.#index &&
      text.length - ampersand < MAX_REFERENCE_CHARACTERS &&
      text.indexOf(";", ampersand) < 0;
    return isSplit ? ampersand : text.length;
  }

  #text(start: number, end: number): void {
    const raw = this.#window.text.slice(start, end);
    if (this.#open.length === 0) {
      if (BLANK.test(raw)) return;
      const problem = this.#hasRoot ? "text follows the end of the document" : "text precedes the first tag";
      throw malformedXml(this.#window.positionOf(start + raw.search(/\S/)), problem);
    }
    this.#handler.text(raw.includes("&") ? this.#decode(raw, start) : raw);
  }

  #decode(raw: string, start: number): string {
    const { text, unknown, badAmpersandIndex } = decodeReferences(raw);
    if (badAmpersandIndex !== undefined) {
      throw malformedXml(this.#window.positionOf(start + badAmpersandIndex), 'an "&" in text must be written "&amp;"');
    }
    if (unknown.length > 0) this.#handler.unexpanded?.(unknown);
    return text;
  }

  /** Returns whether the markup at `start` was read, or false if more text is needed. */
  #readMarkup(start: number, isEnd: boolean): boolean {
    const { text } = this.#window;
    const next = text.charCodeAt(start + 1);
    if (next === 0x2f) return this.#readEndTag(start);
    if (next === 0x3f) return this.#openSection(start + 2, { end: "?>", what: "a processing instruction" });
    if (next === 0x21) return this.#readDeclaration(start, isEnd);
    return this.#readStartTag(start);
  }

  #readDeclaration(start: number, isEnd: boolean): boolean {
    const { text } = this.#window;
    if (text.startsWith("<!--", start)) return this.#openSection(start + 4, { end: "-->", what: "a comment" });
    if (text.startsWith("<![CDATA[", start) && this.#open.length > 0) {
      return this.#openSection(start + MARKER_CHARACTERS, { end: "]]>", what: "a CDATA section" });
    }
    if (text.length - start < MARKER_CHARACTERS && !isEnd) return false;
    if (!/^<!doctype\s/i.test(text.slice(start, start + MARKER_CHARACTERS + 1)) || this.#hasRoot) {
      throw malformedXml(this.#window.positionOf(start), '"<!" begins neither a comment nor a CDATA section');
    }
    this.#handler.doctype?.();
    const end = endOfDoctype(text, start);
    if (end < 0) return this.#isWaiting(start, MAX_DOCTYPE_CHARACTERS, "the DOCTYPE");
    this.#index = end;
    return true;
  }

  #openSection(contentStart: number, section: OpenSection): true {
    this.#section = section;
    this.#index = contentStart;
    return true;
  }

  /** Copies a CDATA section; skips comments and instructions. Returns true at their end. */
  #readSection(section: OpenSection): boolean {
    const { text } = this.#window;
    const end = text.indexOf(section.end, this.#index);
    // The end mark can be split by a chunk border.
    const stop = end < 0 ? Math.max(this.#index, text.length - section.end.length + 1) : end;
    if (section.end === "]]>" && stop > this.#index) this.#handler.text(text.slice(this.#index, stop));
    this.#index = end < 0 ? stop : end + section.end.length;
    if (end < 0) return false;
    this.#section = undefined;
    return true;
  }

  #readEndTag(start: number): boolean {
    const { text } = this.#window;
    const end = text.indexOf(">", start + 2);
    if (end < 0) return this.#isWaiting(start, this.#maxTagCharacters, "a closing tag");
    const open = this.#open.at(-1);
    // Compared in place: almost every closing tag is the expected one.
    if (open === undefined || end - start - 2 !== open.length || !text.startsWith(open, start + 2)) {
      const name = text.slice(start + 2, end).trimEnd();
      if (name !== open) throw this.#wrongEnd(start, name, open);
    }
    this.#open.pop();
    this.#handler.close(open);
    this.#index = end + 1;
    return true;
  }

  #wrongEnd(start: number, name: string, open: string | undefined): ParserError {
    const shown = `</${name.slice(0, 100)}>`;
    const problem =
      open === undefined
        ? `${shown} closes an element that is not open`
        : `${shown} is found where <${open}> must be closed`;
    return malformedXml(this.#window.positionOf(start), problem);
  }

  #readStartTag(start: number): boolean {
    const { text } = this.#window;
    const end = endOfTag(text, start + 1);
    if (end < 0) return this.#isWaiting(start, this.#maxTagCharacters, "a tag");
    const isEmpty = text.charCodeAt(end - 1) === 0x2f;
    const stop = isEmpty ? end - 1 : end;
    let nameEnd = start + 1;
    while (nameEnd < stop && !isBlank(text.charCodeAt(nameEnd))) nameEnd++;
    const name = this.#knownName(text.slice(start + 1, nameEnd), start);
    if (this.#open.length === 0) {
      if (this.#hasRoot)
        throw malformedXml(this.#window.positionOf(start), `a second outermost element, <${name}>, begins`);
      this.#hasRoot = true;
    }
    const attributes = nameEnd === stop ? NO_ATTRIBUTES : this.#attributes(nameEnd, stop);
    this.#handler.open(name, attributes);
    if (isEmpty) this.#handler.close(name);
    else this.#open.push(name);
    this.#index = end + 1;
    return true;
  }

  #knownName(name: string, start: number): string {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    if (!NAME.test(name)) {
      const shown = JSON.stringify(name.slice(0, 40).toWellFormed());
      throw malformedXml(
        this.#window.positionOf(start),
        `a tag begins with ${shown}, which is not a name ("<" in text must be written "&lt;")`,
      );
    }
    // A slice would keep its whole source chunk in memory.
    const copy = Buffer.from(name).toString();
    if (this.#names.size < MAX_KNOWN_NAMES) this.#names.set(copy, copy);
    return copy;
  }

  #attributes(start: number, stop: number): XmlAttribute[] {
    const { text } = this.#window;
    const attributes: XmlAttribute[] = [];
    let at = start;
    for (ATTRIBUTE.lastIndex = at; ; ATTRIBUTE.lastIndex = at) {
      const match = ATTRIBUTE.exec(text);
      if (match === null || ATTRIBUTE.lastIndex > stop) break;
      const raw = match[2] ?? match[3]!;
      attributes.push({ name: match[1]!, value: raw.includes("&") ? this.#decode(raw, at) : raw });
      at = ATTRIBUTE.lastIndex;
    }
    while (at < stop && isBlank(text.charCodeAt(at))) at++;
    if (at < stop) throw malformedXml(this.#window.positionOf(at), 'an attribute is not of the form name="value"');
    return attributes;
  }

  #isWaiting(start: number, limit: number, what: string): false {
    if (this.#window.text.length - start <= limit) {
      this.#index = start;
      return false;
    }
    throw malformedXml(this.#window.positionOf(start), `${what} does not end within ${limit} characters`);
  }
}

/** Returns the ">" that ends a tag, ignoring those within quotes. */
function endOfTag(text: string, start: number): number {
  for (let index = start; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x3e) return index;
    if (code !== 0x22 && code !== 0x27) continue;
    index = text.indexOf(code === 0x22 ? '"' : "'", index + 1);
    if (index < 0) return -1;
  }
  return -1;
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
