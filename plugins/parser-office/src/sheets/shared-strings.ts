import { cleanLine, ParserError, type ParserLimits } from "@quarry/plugin";
import type { Archive } from "@quarry/formats/zip";
import { type SymbolFont, symbolText } from "@quarry/formats/fonts";
import { readXml, type XmlAttributes } from "../archive/read-xml.ts";
import { RichText } from "./rich-text.ts";
import { TextStore } from "./text-store.ts";

/**
 * Maximum size of the shared texts, which are in memory while sheets are read. A million cells of thirty characters
 * take 30 MB.
 */
const MAX_BYTES = 268_435_456;
/** Bytes of each text's offset, including empty texts. */
const OFFSET_BYTES = 8;
const BYTES_PER_MEGABYTE = 1_048_576;

/** Maximum number of multi-font texts that are also stored as displayed in cells with a symbol font. */
const MAX_MULTI_FONT = 100_000;

/** The shared texts that cells refer to by number. */
export class SharedStrings {
  readonly #texts = new TextStore();
  /** Texts with runs in their own font, by their number and the cell's symbol font. */
  readonly #multiFont = new Map<string, string>();

  get bytes(): number {
    return this.#texts.bytes + this.#texts.size * OFFSET_BYTES;
  }

  /** Adds a text. `cellFonts` are the symbol fonts of the workbook's cells. */
  add(text: RichText, cellFonts: readonly SymbolFont[]): void {
    for (const font of text.hasOwnFonts ? cellFonts : []) {
      if (this.#multiFont.size < MAX_MULTI_FONT)
        this.#multiFont.set(keyOf(this.#texts.size, font), cleanLine(text.textIn(font)));
    }
    this.#texts.add(cleanLine(text.textIn(undefined)));
  }

  /** Returns the length in bytes of the text at an index from 0, or 0 if there is none. */
  lengthOf(index: number): number {
    return this.#texts.lengthOf(index);
  }

  /** Returns the text at an index from 0 as displayed in a cell with this font, or "" if there is none. */
  get(index: number, font?: SymbolFont): string {
    if (font === undefined) return this.#texts.get(index);
    return this.#multiFont.get(keyOf(index, font)) ?? cleanLine(symbolText(this.#texts.get(index), font));
  }
}

const keyOf = (index: number, font: SymbolFont): string => `${index} ${font}`;

/** Reads the shared texts, without phonetic hints of East Asian texts. */
export async function readSharedStrings(
  archive: Archive,
  part: string,
  limits: ParserLimits,
  cellFonts: readonly SymbolFont[],
): Promise<SharedStrings> {
  const strings = new SharedStrings();
  const text = new RichText();
  const handlers = {
    open: (name: string, attributes: XmlAttributes) => {
      if (name === "rPh") return "skip";
      text.open(name, attributes);
      return undefined;
    },
    text: (chunk: string) => {
      text.add(chunk);
      if (text.length > MAX_BYTES) throw tooMuch();
    },
    close: (name: string) => {
      text.close(name);
      if (name !== "si") return;
      strings.add(text, cellFonts);
      text.clear();
    },
  };
  for await (const chunk of readXml(archive, part, limits, handlers)) {
    void chunk;
    if (strings.bytes > MAX_BYTES) throw tooMuch();
  }
  return strings;
}

const tooMuch = (): ParserError =>
  new ParserError(
    "limit",
    `the texts of the workbook take more than ${MAX_BYTES / BYTES_PER_MEGABYTE} MB: split it into smaller files`,
  );
