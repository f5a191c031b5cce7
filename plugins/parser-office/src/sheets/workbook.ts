import type { ParsedDocumentInfo, ParserLimits } from "@quarry/plugin";
import type { Archive } from "../archive/archive.ts";
import { readSmallXml } from "../archive/read-xml.ts";
import { relationshipsOf } from "../archive/relationships.ts";

export interface Sheet {
  readonly name: string;
  /** Its entry; undefined for sheets without cells (a chart alone). */
  readonly part: string | undefined;
}

export interface Workbook {
  readonly sheets: readonly Sheet[];
  readonly sharedStrings: string | undefined;
  readonly styles: string | undefined;
  /** Whether day 0 is 1904-01-01 (old Macintosh) and not 1899-12-30. */
  readonly is1904: boolean;
}

/** Reads which sheets a workbook has, in their order, and where its parts lie. */
export async function readWorkbook(archive: Archive, part: string, limits: ParserLimits): Promise<Workbook> {
  const relationships = await relationshipsOf(archive, part, limits);
  const targetOf = (type: string) => {
    const target = relationships.find((relationship) => relationship.type === type)?.target;
    return target !== undefined && archive.has(target) ? target : undefined;
  };
  const sheets: Sheet[] = [];
  let is1904 = false;
  await readSmallXml(archive, part, limits, {
    open: (name, attributes) => {
      if (name === "workbookPr") is1904 = /^(?:1|true)$/.test(attributes["date1904"] ?? "");
      if (name !== "sheet") return;
      const relationship = relationships.find(({ id, type }) => id === attributes["id"] && type === "worksheet");
      const target = relationship !== undefined && archive.has(relationship.target) ? relationship.target : undefined;
      sheets.push({ name: attributes["name"] ?? `Sheet ${sheets.length + 1}`, part: target });
    },
  });
  return { sheets, sharedStrings: targetOf("sharedStrings"), styles: targetOf("styles"), is1904 };
}

/** Title, author and date from the package's properties. */
export async function readInfo(archive: Archive, limits: ParserLimits): Promise<ParsedDocumentInfo> {
  const relationships = await relationshipsOf(archive, "", limits);
  const part = relationships.find(({ type }) => type === "core-properties" || type === "metadata")?.target;
  const values = new Map<string, string>();
  if (part === undefined || !archive.has(part)) return {};
  let current = "";
  await readSmallXml(archive, part, limits, {
    open: (name) => {
      current = name;
    },
    text: (text) => {
      values.set(current, (values.get(current) ?? "") + text);
    },
    close: () => {
      current = "";
    },
  });
  const title = values.get("title")?.trim();
  const author = values.get("creator")?.trim();
  const created = Date.parse(values.get("created")?.trim() ?? "");
  return {
    ...(title && { title }),
    ...(author && { author }),
    ...(!Number.isNaN(created) && { createdAt: new Date(created).toISOString() }),
  };
}
