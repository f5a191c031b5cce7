import { cleanLine } from "@quarry/plugin";
import { prefixedAttribute, readSmallXml } from "../archive/read-xml.ts";
import { relationshipsOf, targetOfType } from "../archive/relationships.ts";
import { decodeEscapes } from "../archive/text-escapes.ts";
import type { OfficeRead } from "../office-read.ts";

export interface Sheet {
  readonly name: string;
  /** Its entry; undefined when it is missing or holds macros. */
  readonly part: string | undefined;
  /** Whether it consists of a chart, without cells. */
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
  /** Whether formulas are to be calculated when it is opened: programs that don't calculate store a 0 as each result. */
  readonly isUncalculated: boolean;
}

/** Reads which sheets a workbook has, in their order, and where its parts lie. */
export async function readWorkbook({ archive, limits, mainPart }: OfficeRead): Promise<Workbook> {
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
      // Each sheet has a part of its own; one that stands for many would be read over and over.
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
