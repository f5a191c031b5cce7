import { type XmlAttribute, XmlTokenizer } from "@quarry/formats/xml";
import { cleanLine, type DecodedTextFile, type ParserBudget, ParserError, type ParserEvent } from "@quarry/plugin";
import { warningEvents } from "../open-text.ts";
import { BlockSink } from "../structured/block-sink.ts";
import { type DataNode, leafNode, plainText } from "../structured/data-node.ts";
import { DocumentInfo } from "../structured/document-info.ts";
import { StructureBuilder } from "../structured/structure-builder.ts";
import type { TextSettings } from "../text-settings.ts";
import { ANNOTATIONS, IGNORED } from "./element-names.ts";
import { attributeName, isMeaningful } from "./xml-attributes.ts";
import { XML_SHAPE } from "./xml-shape.ts";
import { UnexpandedEntities } from "./unexpanded-entities.ts";

const HAS_TEXT = /\S/;
const MARKUP_ROOTS = new Set(["html", "svg"]);
const MARKUP_NAMESPACES = new Set(["http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg"]);
const isBlankAt = (text: string, index: number): boolean => text.charCodeAt(index) <= 0x20;

/** Parses XML: complete records, lists of similar records as tables, documents as headings and paragraphs. */
export async function* parseXml(
  open: () => Promise<DecodedTextFile>,
  budget: ParserBudget,
  settings: TextSettings,
): AsyncGenerator<ParserEvent> {
  const file = await open();
  const reader = new XmlReader(budget, settings);
  let isFirst = true;
  for await (const chunk of file.chunks()) {
    if (isFirst && !/^\s*(?:<|$)/.test(chunk)) throw notXml();
    isFirst = false;
    for (const event of reader.write(chunk)) yield event;
  }
  if (!isFirst) yield* reader.end(file.warnings);
}

const notXml = (): ParserError =>
  new ParserError("wrong_type", "the file is plain text, not XML: rename it to its real type and upload it again");

class XmlReader {
  readonly #budget: ParserBudget;
  readonly #sink: BlockSink;
  readonly #info = new DocumentInfo();
  readonly #entities = new UnexpandedEntities();
  readonly #builder: StructureBuilder;
  readonly #tokenizer: XmlTokenizer;
  /** Number of open elements, counted from the outermost ignored one. */
  #ignoredDepth = 0;
  /** Depth of the outermost open element of XHTML or SVG. */
  #markupDepth = 0;
  /** Whether white space precedes the next node. */
  #isSpaced = true;

  constructor(budget: ParserBudget, settings: TextSettings) {
    this.#budget = budget;
    this.#sink = new BlockSink(budget, settings.maxBlockCharacters);
    this.#builder = new StructureBuilder(this.#sink, XML_SHAPE);
    this.#tokenizer = new XmlTokenizer({
      open: (name, attributes) => this.#open(name, attributes),
      close: () => this.#close(),
      text: (text) => this.#text(text),
      unexpanded: (references) => this.#entities.add(references),
    });
  }

  write(chunk: string): ParserEvent[] {
    this.#tokenizer.write(chunk);
    this.#builder.nextChunk();
    return this.#sink.take();
  }

  *end(fileWarnings: readonly string[]): Generator<ParserEvent> {
    this.#tokenizer.end();
    if (this.#builder.innermost !== undefined) this.#builder.end();
    this.#entities.check();
    yield* this.#sink.take();
    yield* this.#info.events();
    yield* warningEvents([...fileWarnings, ...this.#entities.warnings()]);
  }

  #open(name: string, attributes: readonly XmlAttribute[]): void {
    const depth = this.#builder.depth;
    this.#budget.checkNesting(depth + 1);
    if (this.#ignoredDepth > 0 || this.#isIgnored(name, attributes)) {
      this.#ignoredDepth++;
      this.#budget.checkNesting(depth + this.#ignoredDepth);
      return;
    }
    if (depth === 0) this.#readRoot(attributes);
    this.#builder.open(localName(name), false, this.#isSpaced);
    this.#isSpaced = false;
    for (const { name: attribute, value } of attributes) {
      if (!isMeaningful(attribute)) continue;
      const text = cleanLine(value);
      if (text !== "") this.#builder.add(leafNode(attributeName(attribute), text, "attribute"));
    }
  }

  #readRoot(attributes: readonly XmlAttribute[]): void {
    const language = attributes.find(({ name }) => name === "xml:lang" || name === "lang");
    if (language !== undefined) this.#info.addLanguage(language.value);
  }

  /**
   * Whether the element's content is ignored: scripts and the like in XHTML and SVG, and the source annotation of a
   * formula.
   */
  #isIgnored(name: string, attributes: readonly XmlAttribute[]): boolean {
    const depth = this.#builder.depth;
    if (this.#markupDepth === 0 && isMarkup(name, depth, attributes)) this.#markupDepth = depth + 1;
    if (depth === 0) return false;
    const local = localName(name);
    if (this.#markupDepth > 0 && IGNORED.has(local.toLowerCase())) return true;
    if (!ANNOTATIONS.has(local)) return false;
    const parent = this.#builder.innermost!;
    return parent.name === "semantics" && parent.children.length > 0;
  }

  #close(): void {
    if (this.#ignoredDepth > 0) {
      this.#ignoredDepth--;
      this.#isSpaced = true;
      return;
    }
    // The root stays open until the end of the document.
    if (this.#builder.depth === 1) return;
    const closed = this.#builder.close();
    if (this.#builder.depth < this.#markupDepth) this.#markupDepth = 0;
    this.#isSpaced = false;
    if (closed !== undefined) this.#info.add(this.#builder.containers, 1, closed.name, () => valueOf(closed));
  }

  #text(text: string): void {
    if (this.#ignoredDepth > 0) return;
    if (!HAS_TEXT.test(text)) {
      this.#isSpaced = true;
      // Within running text, white space between two elements is a space.
      if (!this.#builder.innermost!.hasText) return;
    } else {
      this.#builder.innermost!.hasText = true;
      this.#isSpaced = isBlankAt(text, text.length - 1);
    }
    this.#entities.checkText(text);
    this.#builder.addText(text);
  }
}

const isMarkup = (name: string, depth: number, attributes: readonly XmlAttribute[]): boolean =>
  (depth === 0 && MARKUP_ROOTS.has(localName(name).toLowerCase())) ||
  attributes.some((attribute) => attribute.name === "xmlns" && MARKUP_NAMESPACES.has(attribute.value));

/** Returns the value of a node. For an author with several elements, joins their texts with spaces. */
const valueOf = (node: DataNode): string => (node.text === "" ? node.children.map(plainText).join(" ") : node.text);

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);
