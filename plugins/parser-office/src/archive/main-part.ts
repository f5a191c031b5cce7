import { ParserError, type ParserLimits } from "@quarry/plugin";
import { OFFICE_NAMES, type OfficeType } from "../office-type.ts";
import type { Archive } from "@quarry/formats/zip";
import { readSmallXml } from "./read-xml.ts";
import { relationshipsOf } from "./relationships.ts";

/** Content type of each format's main part. Macro-enabled files and templates have the same parts. */
const CONTENT_TYPES: readonly (readonly [OfficeType, RegExp])[] = [
  ["docx", /wordprocessingml\.(?:document|template)|ms-word\.(?:document|template)/],
  ["pptx", /presentationml\.(?:presentation|template|slideshow)|ms-powerpoint\.(?:presentation|template|slideshow)/],
  ["xlsx", /spreadsheetml\.(?:sheet|template)|ms-excel\.(?:sheet\.macro|template\.macro)/],
];

/** Finds the main part, wherever the package stores it. Rejects a package of another format. */
export async function findMainPart(archive: Archive, expected: OfficeType, limits: ParserLimits): Promise<string> {
  const relationships = await relationshipsOf(archive, "", limits);
  const part = relationships.find((relationship) => relationship.type === "officeDocument")?.target;
  if (part === undefined) throw wrongType(describeArchive(archive), expected);
  if (!archive.has(part)) throw missingPart();
  const found = await typeOfPart(archive, part, limits);
  if (found === undefined) throw wrongType("another kind of Office file", expected);
  if (found !== expected) throw wrongType(OFFICE_NAMES[found], expected);
  return part;
}

async function typeOfPart(archive: Archive, part: string, limits: ParserLimits): Promise<OfficeType | undefined> {
  let contentType = "";
  if (archive.has("[Content_Types].xml")) {
    const partName = `/${part.toLowerCase()}`;
    await readSmallXml(archive, "[Content_Types].xml", limits, {
      open: (name, { PartName, ContentType }) => {
        if (name === "Override" && PartName?.toLowerCase() === partName) contentType = ContentType ?? "";
      },
    });
  }
  const declared = CONTENT_TYPES.find(([, pattern]) => pattern.test(contentType))?.[0];
  return declared ?? typeByFolder(part);
}

/** Some writers give the main part a default content type. */
function typeByFolder(part: string): OfficeType | undefined {
  if (part.startsWith("word/")) return "docx";
  if (part.startsWith("ppt/")) return "pptx";
  return part.startsWith("xl/") ? "xlsx" : undefined;
}

const describeArchive = (archive: Archive): string =>
  archive.has("mimetype") && archive.has("META-INF/manifest.xml") ? "an OpenDocument file" : "a ZIP archive";

const missingPart = (): ParserError =>
  new ParserError("corrupt", "the part of the file that holds its text is missing: open it, save it again and retry");

const wrongType = (found: string, expected: OfficeType): ParserError =>
  new ParserError(
    "wrong_type",
    `the file is ${found}, not ${OFFICE_NAMES[expected]}: rename it to its real type and upload it again`,
  );
