import type { SymbolFont } from "@quarry/formats/fonts";
import type { Archive } from "@quarry/formats/zip";
import type { ParserLimits } from "@quarry/plugin";
import { attribute, readSmallXml, type XmlAttributes } from "../archive/read-xml.ts";
import { decodeEscapes } from "../archive/text-escapes.ts";
import type { ThemeFonts } from "../archive/theme-fonts.ts";
import { type ShownFont, shownFont } from "../flow/run-fonts.ts";
import { builtInFormat, formatOf, type NumberFormat } from "./number-formats.ts";

/** Maximum number of cell styles; Excel itself allows 65,490. Cells with further styles show the plain number. */
const MAX_STYLES = 65_536;
/** Maximum number of custom formats; Excel itself allows some 250. Each takes half a millisecond to parse. */
const MAX_FORMATS = 4_096;

/** Number formats and fonts of cells, by style index. */
export interface CellStyles {
  readonly formats: readonly NumberFormat[];
  /** Undefined for ordinary fonts. */
  readonly fonts: readonly (SymbolFont | undefined)[];
}

export const NO_STYLES: CellStyles = { formats: [], fonts: [] };

/** Reads the cell styles of a workbook. */
export async function readCellStyles(
  archive: Archive,
  part: string,
  theme: ThemeFonts,
  limits: ParserLimits,
): Promise<CellStyles> {
  const reader = new StyleReader(theme);
  await readSmallXml(archive, part, limits, {
    open: (name, attributes) => reader.open(name, attributes),
    close: (name) => reader.close(name),
  });
  return reader;
}

class StyleReader implements CellStyles {
  readonly formats: NumberFormat[] = [];
  readonly fonts: (SymbolFont | undefined)[] = [];
  readonly #theme: ThemeFonts;
  readonly #knownFormats = new Map<number, NumberFormat>();
  readonly #knownFonts: ShownFont[] = [];
  #isFonts = false;
  #isCellFormats = false;

  constructor(theme: ThemeFonts) {
    this.#theme = theme;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === "fonts") this.#isFonts = true;
    else if (name === "cellXfs") this.#isCellFormats = true;
    else if (this.#isFonts) this.#openFont(name, attributes["val"] ?? "");
    else if (name === "numFmt" && this.#knownFormats.size < MAX_FORMATS) {
      const code = decodeEscapes(attribute(attributes, "formatCode") ?? "");
      this.#knownFormats.set(Number(attributes["numFmtId"]), formatOf(code));
    } else if (name === "xf" && this.#isCellFormats && this.formats.length < MAX_STYLES) this.#addStyle(attributes);
  }

  close(name: string): void {
    if (name === "fonts") this.#isFonts = false;
    else if (name === "cellXfs") this.#isCellFormats = false;
  }

  #openFont(name: string, value: string): void {
    const fonts = this.#knownFonts;
    if (name === "font" && fonts.length < MAX_STYLES) fonts.push(false);
    else if (name === "name") fonts[fonts.length - 1] = shownFont(value);
    else if (name === "scheme" && (value === "major" || value === "minor") && this.#theme[value] !== "") {
      fonts[fonts.length - 1] = shownFont(this.#theme[value]);
    }
  }

  #addStyle(attributes: XmlAttributes): void {
    const id = Number(attributes["numFmtId"]);
    const format = this.#knownFormats.get(id) ?? builtInFormat(id);
    this.#knownFormats.set(id, format);
    this.formats.push(format);
    this.fonts.push(this.#knownFonts[Number(attributes["fontId"])] || undefined);
  }
}
