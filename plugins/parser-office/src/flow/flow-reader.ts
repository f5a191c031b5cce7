import { type ParsedBlock, type ParserBudget, ParserError } from "@quarry/plugin";
import { attribute, isOn, prefixedAttribute, type XmlAttributes, type XmlHandlers } from "../archive/read-xml.ts";
import { EquationText } from "./equation-text.ts";
import { addAll, type EmbeddedPart, type FlowItem, isEmbedded, type TableIds } from "./flow-item.ts";
import { FlowTable } from "./flow-table.ts";
import { type OpenLink, Paragraph } from "./paragraph.ts";
import { tidyText } from "./tidy-text.ts";

/** Result of opening an element: "skip" leaves out its content, a function runs at its end. */
export type Opened = "skip" | (() => void) | void;
export type Openers = Readonly<Record<string, (attributes: XmlAttributes) => Opened>>;

export interface FlowContext {
  readonly budget: ParserBudget;
  readonly tableIds: TableIds;
  /** Whether descriptions of pictures are read. */
  readonly alternativeText: boolean;
}

/** A longer paragraph is handed out in pieces, so that it need not fit into memory. */
const MAX_PARAGRAPH_CHARACTERS = 1_000_000;
/** Text that a row of a table may hold; it is put together as one, again for each table that it is within. */
const MAX_ROW_CHARACTERS = 4_194_304;
/** Paragraphs that a cell, a text box or a note may hold; they wait in memory for its end. */
const MAX_WAITING_ITEMS = 500_000;
/** Descriptions that a program wrote and a person did not. */
const NO_DESCRIPTION = /^(?:[a-z]:\\|https?:|file:)|\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|svg|webp)$|^[!-~]*$/i;
/** Descriptions are a sentence or two. */
const MAX_DESCRIPTION_CHARACTERS = 2_000;
const GENERATED = /\s{0,9}(?:Description automatically generated|AI-generated content may be incorrect\.)[^\n]*/g;

/** Destination of blocks: the document itself, a cell, a text box, a note. */
interface Sink {
  readonly items: FlowItem[];
  /** The table that it is a cell of. */
  readonly table: FlowTable | undefined;
}

/**
 * Reads the text that Word documents and drawings share: paragraphs, runs, tables, equations, text boxes. Each format's
 * reader has the differences. Handlers are called with the elements' local names, which the two formats share.
 */
export abstract class FlowReader {
  readonly context: FlowContext;
  readonly #openers: Record<string, (attributes: XmlAttributes) => Opened>;
  /** Functions to run at the end of each open element. */
  readonly #closers: (() => void)[] = [];
  readonly #body: Sink = { items: [], table: undefined };
  readonly #sinks: Sink[] = [this.#body];
  readonly #paragraphs: Paragraph[] = [];
  readonly #tables: FlowTable[] = [];
  /** The addresses that the part which is read refers to. */
  urls: ReadonlyMap<string, string> = new Map();
  /** The link that text is added to. */
  protected link: OpenLink | undefined;
  /** Whether the text of the run that is open stands above the line. */
  protected isRaised = false;
  #isText = false;
  #equation: EquationText | undefined;

  constructor(context: FlowContext) {
    this.context = context;
    // Names come from the file: without a prototype none of them is "constructor".
    this.#openers = Object.assign(Object.create(null), this.#ownOpeners);
  }

  readonly handlers: XmlHandlers = {
    open: (name, attributes) => this.#open(name, attributes),
    text: (text) => {
      if (!this.#isText) return;
      if (this.#equation === undefined) this.append(this.shownText(text));
      else this.#equation.text(text);
    },
    close: () => this.#closers.pop()!(),
  };

  /** Returns the items read since the last call. */
  take(): FlowItem[] {
    return this.#body.items.splice(0);
  }

  /** Number of items read since the last call of `take`. */
  get waiting(): number {
    return this.#body.items.length;
  }

  /** The block that a paragraph makes with its tidied text, if any. */
  protected abstract blockOf(paragraph: Paragraph, text: string): ParsedBlock | undefined;

  /** The text as the font of the open run shows it. */
  protected shownText(text: string): string {
    return text;
  }

  protected get paragraph(): Paragraph | undefined {
    return this.#paragraphs.at(-1);
  }

  protected get table(): FlowTable | undefined {
    return this.#tables.at(-1);
  }

  /** Adds the handlers for the elements of one format, beyond those that formats share. */
  protected addOpeners(openers: Openers): void {
    Object.assign(this.#openers, openers);
  }

  /** Adds text to the paragraph that is open; text outside of paragraphs is none of the document's. */
  protected append(text: string): void {
    const paragraph = this.paragraph;
    if (paragraph === undefined) return;
    paragraph.text.add(text, this.isRaised);
    if (this.link !== undefined) paragraph.addLinked(text, this.link);
    if (paragraph.text.length > MAX_PARAGRAPH_CHARACTERS) this.#handOut(paragraph);
  }

  /** Link by the id of one of the part's relationships; undefined for one within the file. */
  protected linkTo(attributes: XmlAttributes): OpenLink | undefined {
    const url = this.urls.get(prefixedAttribute(attributes, "id") ?? "");
    return url === undefined ? undefined : { url };
  }

  /** Adds an item to the open paragraph, or by itself where none is open. */
  protected attach(item: FlowItem): void {
    if (!isEmbedded(item)) this.context.budget.spendText(item.text.length);
    (this.paragraph?.attached ?? this.#sinks.at(-1)!.items).push(item);
  }

  protected attachText(text: string): void {
    const tidied = tidyText(text);
    if (tidied !== "") this.attach({ kind: "paragraph", text: tidied });
  }

  /** Collects the blocks of an element separately; `done` receives them at its end. */
  protected gather(done: (items: FlowItem[]) => void): () => void {
    const sink: Sink = { items: [], table: undefined };
    this.#sinks.push(sink);
    return () => {
      this.#sinks.pop();
      done(sink.items);
    };
  }

  /** A description of a picture, unless it is a file's name or was put together by a program. */
  protected describe(description: string | undefined): void {
    if (!this.context.alternativeText || description === undefined) return;
    const text = description.slice(0, MAX_DESCRIPTION_CHARACTERS).replace(GENERATED, "").trim();
    if (!NO_DESCRIPTION.test(text)) this.attachText(text);
  }

  protected embed(embedded: EmbeddedPart["embedded"], relationship: string | undefined): void {
    if (relationship !== undefined) this.attach({ embedded, relationship });
  }

  #open(name: string, attributes: XmlAttributes): "skip" | void {
    if (this.#equation !== undefined && name !== "t") {
      this.#closers.push(this.#equation.open(name, attributes));
      return;
    }
    const opened = this.#openers[name]?.(attributes);
    if (opened === "skip") return "skip";
    this.#closers.push(opened ?? nothing);
  }

  readonly #ownOpeners: Openers = {
    p: () => this.#openParagraph(),
    r: () => this.openRun(),
    t: () => this.openText(),
    br: () => this.append("\n"),
    oMath: () => this.#openEquation(),
    tbl: () => this.#openTable(),
    gridCol: () => this.table?.addColumn(),
    tr: () => this.table?.openRow(() => this.#endRow()),
    tc: (attributes) => this.#openCell(attributes),
    txbxContent: () => this.#openTextBox(),
    chart: (attributes) => this.embed("chart", attribute(attributes, "id")),
    relIds: (attributes) => this.embed("diagram", attribute(attributes, "dm")),
  };

  #openParagraph(): () => void {
    const paragraph = new Paragraph();
    this.#paragraphs.push(paragraph);
    return () => {
      this.#paragraphs.pop();
      this.endParagraph(paragraph);
    };
  }

  protected openText(): () => void {
    this.#isText = true;
    return () => {
      this.#isText = false;
    };
  }

  protected openRun(): () => void {
    this.isRaised = false;
    return () => {
      this.isRaised = false;
    };
  }

  protected endParagraph(paragraph: Paragraph): void {
    this.#handOut(paragraph);
    const { items, table } = this.#sinks.at(-1)!;
    const target = this.paragraph?.attached ?? items;
    addAll(target, paragraph.attached);
    addAll(table?.notes ?? target, paragraph.notes);
  }

  #handOut(paragraph: Paragraph): void {
    const text = tidyText(paragraph.text.take());
    const block = this.blockOf(paragraph, text);
    paragraph.isContinued = true;
    if (block === undefined || block.text === "") return;
    const links = paragraph.takeLinks();
    this.context.budget.spendText(block.text.length);
    const sink = this.#sinks.at(-1)!;
    // One in the drawing of another comes behind it.
    const outer = this.#paragraphs.at(this.paragraph === paragraph ? -2 : -1);
    const items = outer?.attached ?? sink.items;
    items.push(links.length === 0 ? block : { ...block, links });
    if (items !== this.#body.items && items.length > MAX_WAITING_ITEMS) throw tooMany();
    sink.table?.countText(block.text.length, MAX_ROW_CHARACTERS, tooLong);
  }

  /** A text box stands within a paragraph, but its own paragraphs don't. */
  #openTextBox(): () => void {
    const outer = this.#paragraphs.splice(0);
    const close = this.gather((items) => {
      this.#paragraphs.push(...outer);
      const target = this.paragraph?.attached ?? this.#sinks.at(-1)!.items;
      addAll(target, items);
    });
    return close;
  }

  #openEquation(): () => void {
    const equation = new EquationText();
    this.#equation = equation;
    return () => {
      this.#equation = undefined;
      this.append(equation.result);
    };
  }

  #openTable(): () => void {
    const table = new FlowTable(this.context.tableIds.next());
    this.#tables.push(table);
    return () => {
      this.#tables.pop();
      addAll(this.#sinks.at(-1)!.items, table.end());
    };
  }

  #endRow(): void {
    addAll(this.#sinks.at(-1)!.items, this.table?.endRow() ?? []);
  }

  #openCell(attributes: XmlAttributes): Opened {
    const { table } = this;
    const cell = table?.openCell();
    if (table === undefined || cell === undefined) return;
    cell.span = Number(attributes["gridSpan"] ?? 1);
    cell.isMergedUp = attributes["vMerge"] !== undefined && isOn(attributes["vMerge"]);
    cell.isMergedLeft = attributes["hMerge"] !== undefined && isOn(attributes["hMerge"]);
    // The paragraphs of a cell are not within the paragraph that holds the table's frame.
    const outer = this.#paragraphs.splice(0);
    this.#sinks.push({ items: cell.items, table });
    return () => {
      this.#sinks.pop();
      this.#paragraphs.push(...outer);
    };
  }
}

const nothing = (): void => {};

const tooLong = (): ParserError =>
  new ParserError("limit", "a row of a table holds more than 4 million characters: divide it into several rows");

const tooMany = (): ParserError =>
  new ParserError("limit", "a cell, text box or note holds more than 500,000 paragraphs: divide it into several");
