import type { ParserLimits } from "@quarry/plugin";
import type { Archive } from "@quarry/formats/zip";
import { attribute, prefixedAttribute, readSmallXml } from "../archive/read-xml.ts";
import { type Relationship, urlsById } from "../archive/relationships.ts";
import { rangeOf } from "./cell-range.ts";

/** A larger sheet is tabular data. Its links come after its rows, which would be read twice. */
const MAX_SHEET_BYTES = 33_554_432;
const MAX_LINKS = 100_000;
/** Maximum number of cells of one link. A link on a whole column does not belong to each cell. */
const MAX_CELLS = 1_000;
const FORMULA = /^\s*(?:_xlfn\.)?HYPERLINK\(\s*"((?:[^"]|""){1,2048})"/i;

/** Link URLs of a sheet's cells: by row, then by column. */
export type SheetLinks = ReadonlyMap<number, ReadonlyMap<number, string>>;

export async function readSheetLinks(
  archive: Archive,
  part: string,
  relationships: readonly Relationship[],
  limits: ParserLimits,
): Promise<SheetLinks> {
  const links = new Map<number, Map<number, string>>();
  const urls = urlsById(relationships);
  if (urls.size === 0 || archive.bytesOf(part) > MAX_SHEET_BYTES) return links;
  let count = 0;
  await readSmallXml(archive, part, limits, {
    open: (name, attributes) => {
      if (name === "sheetData") return "skip";
      const range = name === "hyperlink" ? rangeOf(attribute(attributes, "ref")) : undefined;
      const url = urls.get(prefixedAttribute(attributes, "id") ?? "");
      if (range === undefined || url === undefined) return undefined;
      const size = (range.bottom - range.top + 1) * (range.right - range.left + 1);
      if (size > MAX_CELLS || (count += size) > MAX_LINKS) return undefined;
      for (let row = range.top; row <= range.bottom; row++) {
        const columns = links.get(row) ?? new Map<number, string>();
        for (let column = range.left; column <= range.right; column++) columns.set(column, url);
        links.set(row, columns);
      }
      return undefined;
    },
  });
  return links;
}

/** Returns the URL that a HYPERLINK formula assigns to its cell. */
export const urlOfFormula = (formula: string): string | undefined => FORMULA.exec(formula)?.[1]?.replaceAll('""', '"');
