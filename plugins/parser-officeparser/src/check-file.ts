import { open } from "node:fs/promises";
import { Archive } from "@quarry/formats/zip";
import { describeFileContent, ParserError, type ParserLimits, SNIFF_BYTES, sniffFileType } from "@quarry/plugin";
import { type ReadableType, TYPE_NAMES } from "./readable-types.ts";

/** Folder of an Office package's parts. */
const OFFICE_FOLDER: Readonly<Partial<Record<ReadableType, RegExp>>> = {
  docx: /^word\//i,
  pptx: /^ppt\//i,
  xlsx: /^xl\//i,
};

/** Document kind in an OpenDocument package's media type. Templates count as documents. */
const DOCUMENT_KIND: Readonly<Partial<Record<ReadableType, string>>> = {
  odt: "text",
  ods: "spreadsheet",
  odp: "presentation",
  odg: "graphics",
};
const MIMETYPE = /^application\/vnd\.oasis\.opendocument\.([a-z]+)/;
const MIMETYPE_BYTES = 128;

/**
 * Rejects files of another type and decompression bombs before the library reads anything: the library trusts the file
 * extension and decompresses first.
 */
export async function checkFile(path: string, type: ReadableType, limits: ParserLimits): Promise<void> {
  const head = await headOf(path);
  if (head.length === 0) throw new ParserError("empty", "the file is empty: check it and upload it again");
  const sniffed = sniffFileType(head);
  if (type === "rtf") {
    if (sniffed !== "rtf") throw wrongType(describeFileContent(head), type);
    return;
  }
  // An encrypted Office file is such a container, too. The library distinguishes it from an old binary file.
  if (sniffed === "ole2" && OFFICE_FOLDER[type] !== undefined) return;
  if (sniffed !== "zip") throw wrongType(describeFileContent(head), type);
  const archive = await Archive.open(path, limits);
  try {
    const content = await otherContent(archive, type);
    if (content !== undefined) throw wrongType(content, type);
  } finally {
    archive.close();
  }
}

/** Returns the error for content that doesn't match the file extension. */
export const wrongType = (content: string, type: ReadableType): ParserError =>
  new ParserError(
    "wrong_type",
    `the file is ${content}, not ${TYPE_NAMES[type]}: rename it to its real type and upload it again`,
  );

/** Describes the archive's actual content. Returns undefined if it matches the type. */
async function otherContent(archive: Archive, type: ReadableType): Promise<string | undefined> {
  const folder = OFFICE_FOLDER[type];
  if (folder !== undefined)
    return [...archive.names].some((name) => folder.test(name)) ? undefined : "a ZIP archive without its parts";
  const kind = await documentKind(archive);
  // Some writers omit the kind. The part that every document has is checked instead.
  if (kind === undefined) return archive.has("content.xml") ? undefined : "a ZIP archive";
  return kind === DOCUMENT_KIND[type] ? undefined : `an OpenDocument file of the kind "${kind}"`;
}

async function documentKind(archive: Archive): Promise<string | undefined> {
  if (!archive.has("mimetype") || archive.bytesOf("mimetype") > MIMETYPE_BYTES) return undefined;
  let text = "";
  for await (const bytes of archive.chunks("mimetype")) text += bytes.toString("latin1");
  return MIMETYPE.exec(text)?.[1];
}

async function headOf(path: string): Promise<Buffer> {
  await using file = await open(path, "r");
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}
