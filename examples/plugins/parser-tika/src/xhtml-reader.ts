import {
  cleanLine,
  cleanText,
  type ParsedBlock,
  type ParsedDocumentInfo,
  type ParserBudget,
  type ParserEvent,
} from "@quarry/plugin";
import { Parser } from "htmlparser2";
import { infoOf } from "./document-info.ts";
import { TableRows } from "./table-rows.ts";

/** Block elements, which end the text before them and begin another. */
const BLOCKS = new Set("address article aside blockquote body br dd div dl dt hr li ol p pre section ul".split(" "));
const HEADING = /^h([1-6])$/;
/** Classes by which Tika marks a page or a slide. */
const PAGE_CLASSES = new Set(["page", "slide-content", "slide"]);
const BLANK_LINE = /\n[^\S\n]*\n/;
/** Length from which an endless paragraph is emitted in parts. */
const MAX_PENDING = 100_000;

/** Contents of the head of the response. */
export interface XhtmlHead {
  /** Media type that Tika detected. */
  readonly mediaType: string | undefined;
}

export interface XhtmlReaderOptions {
  /** Called before the first block; may throw to stop the parsing. */
  readonly onHead: (head: XhtmlHead) => void;
  /** Whether an unmarked division of the body is a page. Default: no. */
  readonly divisionsArePages?: boolean;
}

/** Converts the XHTML that Tika writes to blocks, in streaming mode. */
export class XhtmlReader {
  readonly #budget: ParserBudget;
  readonly #onHead: (head: XhtmlHead) => void;
  readonly #divisionsArePages: boolean;
  readonly #parser: Parser;
  readonly #open: string[] = [];
  readonly #tables = new TableRows((block) => this.#emit(block));
  #events: ParserEvent[] = [];
  #mediaType: string | undefined;
  #hasBody = false;
  #page: number | undefined;
  #text = "";

  constructor(budget: ParserBudget, { onHead, divisionsArePages = false }: XhtmlReaderOptions) {
    this.#budget = budget;
    this.#onHead = onHead;
    this.#divisionsArePages = divisionsArePages;
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#begin(name, attributes),
        onclosetag: (name) => this.#end(name),
        ontext: (text) => this.#add(text),
      },
      { decodeEntities: true, recognizeSelfClosing: true },
    );
  }

  push(xhtml: string): readonly ParserEvent[] {
    this.#parser.write(xhtml);
    return this.#taken();
  }

  finish(): readonly ParserEvent[] {
    this.#parser.end();
    this.#flush();
    if (!this.#hasBody) this.#onHead({ mediaType: undefined });
    return this.#taken();
  }

  #taken(): readonly ParserEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #begin(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#budget.checkNesting(this.#open.length + 1);
    if (name === "meta") this.#meta(attributes);
    else if (name === "body") {
      this.#hasBody = true;
      this.#onHead({ mediaType: this.#mediaType });
    } else if (this.#tables.isInside || name === "table") {
      if (!this.#tables.isInside) this.#flush();
      this.#tables.begin(name, this.#page);
    } else if (BLOCKS.has(name) || HEADING.test(name)) {
      if (name === "br") this.#add("\n");
      else this.#flush();
      if (this.#isPage(name, attributes["class"])) this.#nextPage();
    }
    this.#open.push(name);
  }

  #isPage(name: string, classes: string | undefined): boolean {
    if (classes !== undefined) return classes.split(" ").some((value) => PAGE_CLASSES.has(value));
    return this.#divisionsArePages && name === "div" && this.#open.at(-1) === "body";
  }

  #end(name: string): void {
    if (this.#tables.isInside) this.#tables.end(name);
    else if (name !== "br" && (BLOCKS.has(name) || HEADING.test(name))) this.#flush();
    // Elements are closed in the order of a stack; the tokenizer closes those that the text leaves open.
    this.#open.pop();
  }

  #add(text: string): void {
    if (!this.#hasBody) return;
    if (this.#tables.isInside) {
      this.#tables.add(text);
      return;
    }
    this.#text += text;
    if (this.#text.length <= MAX_PENDING) return;
    // Split at the last space, so that no word is split.
    const end = this.#text.lastIndexOf(" ") + 1 || this.#text.length;
    const rest = this.#text.slice(end);
    this.#text = this.#text.slice(0, end);
    this.#flush();
    this.#text = rest;
  }

  #nextPage(): void {
    this.#page = (this.#page ?? 0) + 1;
    this.#budget.checkPages(this.#page, "pages");
    this.#events.push({ type: "progress", done: this.#page });
  }

  /** Emits the text. Mail arrives as one paragraph with blank lines in it. */
  #flush(): void {
    const text = this.#text;
    this.#text = "";
    if (text.trim() === "") return;
    const kind = this.#kind();
    if (kind.kind === "code") this.#emit({ ...kind, text: cleanText(text).trimEnd() });
    else for (const part of text.replaceAll("\r", "").split(BLANK_LINE)) this.#emit({ ...kind, text: cleanLine(part) });
  }

  /** Returns the kind of block that the innermost elements determine. */
  #kind(): Pick<ParsedBlock, "kind" | "level"> {
    for (const name of this.#open.toReversed()) {
      const level = HEADING.exec(name)?.[1];
      if (level !== undefined) return { kind: "heading", level: Number(level) };
      if (name === "li") return { kind: "list_item" };
      if (name === "pre") return { kind: "code" };
      if (name === "blockquote") return { kind: "quote" };
    }
    return { kind: "paragraph" };
  }

  #emit(block: ParsedBlock): void {
    if (block.text.trim() === "") return;
    this.#budget.spendText(block.text.length);
    const page = block.page ?? this.#page;
    this.#events.push({ type: "block", block: page === undefined ? block : { ...block, page } });
  }

  #meta({ name = "", content = "" }: Readonly<Record<string, string>>): void {
    if (name === "Content-Type") this.#mediaType = content;
    const info: ParsedDocumentInfo | undefined = infoOf(name, cleanLine(content));
    if (info === undefined) return;
    if (info.pageCount !== undefined) this.#budget.checkPages(info.pageCount, "pages");
    this.#events.push({ type: "info", info });
  }
}
