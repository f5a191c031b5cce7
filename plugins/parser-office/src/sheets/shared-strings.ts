import { cleanLine, ParserError, type ParserLimits } from "@quarry/plugin";
import type { Archive } from "@quarry/formats/zip";
import { type SymbolFont, symbolText } from "@quarry/formats/fonts";
import { readXml, type XmlAttributes } from "../archive/read-xml.ts";
import { RichText } from "./rich-text.ts";
import { TextStore } from "./text-store.ts";

/** Texts of a workbook are kept while its sheets are read; a million cells of thirty characters take 30 MB. */
const MAX_BYTES = 268_435_456;
/** Each text, also an empty one, has its place noted. */
const OFFSET_BYTES = 8;
const BYTES_PER_MEGABYTE = 1_048_576;

/** Texts of several fonts that are also kept as cells in a symbol font show them. */
const MAX_MIXED = 100_000;

/** The texts that cells refer to by number. */
export class SharedStrings {
  readonly #texts = new TextStore();
  /** Texts some of whose runs have a font of their own, by their number and the symbol font of a cell. */
  readonly #mixed = new Map<string, string>();

  get bytes(): number {
    return this.#texts.bytes + this.#texts.size * OFFSET_BYTES;
  }

  /** `cellFonts` are the symbol fonts that cells of the workbook may have. */
  add(text: RichText, cellFonts: readonly SymbolFont[]): void {
    for (const font of text.hasOwnFonts ? cellFonts : []) {
      if (this.#mixed.size < MAX_MIXED) this.#mixed.set(keyOf(this.#texts.size, font), cleanLine(text.textIn(font)));
    }
    this.#texts.add(cleanLine(text.textIn(undefined)));
  }

  /** Length in bytes of the text with a number, from 0; 0 where there is none. */
  lengthOf(index: number): number {
    return this.#texts.lengthOf(index);
  }

  /** The text with a number, from 0, in a cell of a font; empty where there is none. */
  get(index: number, font?: SymbolFont): string {
    if (font === undefined) return this.#texts.get(index);
    return this.#mixed.get(keyOf(index, font)) ?? cleanLine(symbolText(this.#texts.get(index), font));
  }
}

const keyOf = (index: number, font: SymbolFont): string => `${index} ${font}`;

/** Reads the texts that cells refer to by number, without phonetic hints of East Asian ones. */
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
    text: (piece: string) => {
      text.add(piece);
      if (text.length > MAX_BYTES) throw tooMuch();
    },
    close: (name: string) => {
      text.close(name);
      if (name !== "si") return;
      strings.add(text, cellFonts);
      text.clear();
    },
  };
  for await (const piece of readXml(archive, part, limits, handlers)) {
    void piece;
    if (strings.bytes > MAX_BYTES) throw tooMuch();
  }
  return strings;
}

const tooMuch = (): ParserError =>
  new ParserError(
    "limit",
    `the texts of the workbook take more than ${MAX_BYTES / BYTES_PER_MEGABYTE} MB: split it into smaller files`,
  );
