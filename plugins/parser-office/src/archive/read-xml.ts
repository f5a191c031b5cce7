import { ParserBudget, ParserError, type ParserLimits } from "@quarry/plugin";
import { MalformedXml, type XmlAttribute, XmlTokenizer } from "@quarry/formats/xml";
import { type Archive, damaged, decoderFor } from "@quarry/formats/zip";

export type XmlAttributes = Readonly<Record<string, string>>;

export interface XmlHandlers {
  /**
   * Called with the local name, without prefix. Returning `skip` omits the element with all its content; `close` is not
   * called for it.
   */
  readonly open?: (name: string, attributes: XmlAttributes) => "skip" | void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Maximum length of a single text, which is buffered. Word splits text at every change of format. */
const MAX_TEXT_CHARACTERS = 33_554_432;
/** Drawings of old Word files contain a copy of the picture in an attribute. */
const MAX_TAG_CHARACTERS = 8_388_608;

/**
 * Streams an XML part through handlers, and yields after each chunk so that collected items can be emitted. Entities
 * are not expanded. Of alternatives (`mc:AlternateContent`) only the first is read.
 */
export async function* readXml(
  archive: Archive,
  name: string,
  limits: ParserLimits,
  handlers: XmlHandlers,
): AsyncGenerator<void> {
  const events = new XmlEvents(handlers, limits);
  let decoder: TextDecoder | undefined;
  for await (const bytes of archive.chunks(name)) {
    decoder ??= decoderFor(bytes);
    events.write(decoder.decode(bytes, { stream: true }));
    yield;
  }
  events.close();
  yield;
}

/** Reads a whole XML part at once. Its handlers must not collect much. */
export async function readSmallXml(
  archive: Archive,
  name: string,
  limits: ParserLimits,
  handlers: XmlHandlers,
): Promise<void> {
  for await (const nothing of readXml(archive, name, limits, handlers)) void nothing;
}

/** Returns an attribute by its local name. One without a prefix takes precedence. */
export function attribute(attributes: XmlAttributes, name: string): string | undefined {
  return attributes[name] ?? prefixedAttribute(attributes, name);
}

/** Returns an attribute with a prefix, such as `r:id` in addition to an `id`. */
export function prefixedAttribute(attributes: XmlAttributes, name: string): string | undefined {
  for (const key in attributes) {
    const colon = key.length - name.length - 1;
    if (colon > 0 && key.charCodeAt(colon) === 0x3a && key.endsWith(name)) return attributes[key];
  }
  return undefined;
}

/** Whether an on/off element or attribute is on. Its presence means on, unless its value states otherwise. */
export const isOn = (value: string | undefined): boolean =>
  value === undefined || (value !== "0" && value !== "false" && value !== "off" && value !== "none");

class XmlEvents {
  readonly #tokenizer: XmlTokenizer;
  readonly #handlers: XmlHandlers;
  readonly #budget: ParserBudget;
  /** Depth of each open `AlternateContent`, and whether one of its choices was read. */
  readonly #alternatives: { readonly depth: number; hasChoice: boolean }[] = [];
  #depth = 0;
  /** Depth of the skipped element, or 0. */
  #skippedDepth = 0;
  /** Text up to the next tag, buffered so that an escape such as `_x000D_` is not split. */
  #text = "";

  constructor(handlers: XmlHandlers, limits: ParserLimits) {
    this.#handlers = handlers;
    this.#budget = new ParserBudget(limits);
    const tokens = {
      open: (name: string, attributes: readonly XmlAttribute[]) => this.#open(localName(name), attributes),
      close: (name: string) => this.#close(name),
      text: (chunk: string) => this.#addText(chunk),
      unexpanded: () => {
        throw damaged();
      },
      doctype: () => {
        throw new ParserError("corrupt", "the file holds a document type definition, which Office files never do");
      },
    };
    this.#tokenizer = new XmlTokenizer(tokens, MAX_TAG_CHARACTERS);
  }

  write(chunk: string): void {
    this.#checked(() => this.#tokenizer.write(chunk));
  }

  close(): void {
    this.#checked(() => this.#tokenizer.end());
  }

  #checked(run: () => void): void {
    try {
      run();
    } catch (error) {
      // The XML is generated, so details of the syntax error don't help the user.
      throw error instanceof MalformedXml ? damaged(error) : error;
    }
  }

  #addText(chunk: string): void {
    if (this.#skippedDepth > 0 || this.#handlers.text === undefined) return;
    this.#text += chunk;
    if (this.#text.length > MAX_TEXT_CHARACTERS) {
      throw new ParserError("limit", "the file holds a single text of more than 32 MB");
    }
  }

  #endText(): void {
    if (this.#text === "") return;
    this.#handlers.text!(this.#text);
    this.#text = "";
  }

  #open(name: string, attributes: readonly XmlAttribute[]): void {
    this.#endText();
    this.#budget.checkNesting(++this.#depth);
    if (this.#skippedDepth > 0) return;
    const skips = this.#isFallback(name) || this.#handlers.open?.(name, recordOf(attributes)) === "skip";
    if (skips) this.#skippedDepth = this.#depth;
  }

  #close(qualifiedName: string): void {
    this.#endText();
    const depth = this.#depth--;
    if (this.#skippedDepth > 0) {
      if (depth === this.#skippedDepth) this.#skippedDepth = 0;
      return;
    }
    if (this.#alternatives.at(-1)?.depth === depth) this.#alternatives.pop();
    this.#handlers.close?.(localName(qualifiedName));
  }

  #isFallback(name: string): boolean {
    if (name === "AlternateContent") this.#alternatives.push({ depth: this.#depth, hasChoice: false });
    else if (name === "Choice" || name === "Fallback") {
      const alternative = this.#alternatives.at(-1);
      if (alternative === undefined || alternative.depth !== this.#depth - 1) return false;
      if (alternative.hasChoice) return true;
      alternative.hasChoice = true;
    }
    return false;
  }
}

const recordOf = (attributes: readonly XmlAttribute[]): XmlAttributes => {
  // Names are untrusted: without a prototype none of them resolves to an inherited property such as "constructor".
  const record = Object.create(null) as Record<string, string>;
  for (const { name, value } of attributes) record[name] = value;
  return record;
};

const localName = (name: string): string => {
  const colon = name.indexOf(":");
  return colon < 0 ? name : name.slice(colon + 1);
};
