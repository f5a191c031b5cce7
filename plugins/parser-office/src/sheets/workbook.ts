import { cleanLine } from "@quarry/plugin";
import { prefixedAttribute, readSmallXml } from "../archive/read-xml.ts";
import { relationshipsOf, targetOfType } from "../archive/relationships.ts";
import { decodeEscapes } from "../archive/text-escapes.ts";
import type { OfficeInput } from "../office-input.ts";

export interface Sheet {
  readonly name: string;
  /** Its entry; undefined if it is missing or contains macros. */
  readonly part: string | undefined;
  /** Whether it is a chart sheet, without cells. */
  readonly isChart: boolean;
  readonly isHidden: boolean;
}

export interface Workbook {
  readonly sheets: readonly Sheet[];
  readonly sharedStrings: string | undefined;
  readonly styles: string | undefined;
  readonly theme: string | undefined;
  /** Whether day 0 is 1904-01-01 (old Macintosh) and not 1899-12-30. */
  readonly is1904: boolean;
  /** Whether formulas must be recalculated on opening. Programs that don't calculate store 0 as each result. */
  readonly isUncalculated: boolean;
}

/** Reads the list of a workbook's sheets in order, and the locations of its parts. */
export async function readWorkbook({ archive, limits, mainPart }: OfficeInput): Promise<Workbook> {
  const relationships = await relationshipsOf(archive, mainPart, limits);
  const byId = new Map(relationships.map((relationship) => [relationship.id, relationship]));
  const sheets: Sheet[] = [];
  const seen = new Set<string>();
  let is1904 = false;
  let isUncalculated = false;
  await readSmallXml(archive, mainPart, limits, {
    open: (name, attributes) => {
      if (name === "workbookPr") is1904 = /^(?:1|true)$/.test(attributes["date1904"] ?? "");
      if (name === "calcPr") isUncalculated = /^(?:1|true)$/.test(attributes["fullCalcOnLoad"] ?? "");
      if (name !== "sheet") return;
      const relationship = byId.get(prefixedAttribute(attributes, "id") ?? "");
      const target = relationship?.target ?? "";
      // Each sheet must have its own part: one shared by many would be read repeatedly.
      const isReadable = /^(?:work|chart)sheet$/.test(relationship?.type ?? "") && archive.has(target);
      sheets.push({
        name: cleanLine(decodeEscapes(attributes["name"] ?? "")) || `Sheet ${sheets.length + 1}`,
        part: isReadable && !seen.has(target) ? target : undefined,
        isChart: relationship?.type === "chartsheet",
        isHidden: /hidden/i.test(attributes["state"] ?? ""),
      });
      seen.add(target);
    },
  });
  return {
    sheets,
    sharedStrings: targetOfType(archive, relationships, "sharedStrings"),
    styles: targetOfType(archive, relationships, "styles"),
    theme: targetOfType(archive, relationships, "theme"),
    is1904,
    isUncalculated,
  };
}
