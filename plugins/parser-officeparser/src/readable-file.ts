import { Archive, decoderFor } from "@quarry/formats/zip";
import type { ParserLimits } from "@quarry/plugin";
import { strToU8, zipSync, type Zippable } from "fflate";
import type { ReadableType } from "./readable-types.ts";
import { unwrapCells } from "./unwrap-cells.ts";

const CONTENT = "content.xml";
/** Spreadsheets have no lists in their cells. */
const TYPES = new Set<ReadableType>(["odt", "odp", "odg"]);
/** Entries whose text the library reads. Others, such as pictures, are left out. */
const TEXT_PART = /(?:^mimetype|\.xml)$/i;
/** A larger text is passed to the library unchanged, which rejects it or needs the memory itself. */
const MAX_CONTENT_BYTES = 134_217_728;

/**
 * Returns the input for the library: the file itself, or a copy of its text parts with tables that the library can
 * read.
 */
export async function readableFile(path: string, type: ReadableType, limits: ParserLimits): Promise<string | Buffer> {
  if (!TYPES.has(type)) return path;
  const archive = await Archive.open(path, limits);
  try {
    if (archive.bytesOf(CONTENT) > MAX_CONTENT_BYTES || archive.declaredTextBytes > limits.maxUncompressedBytes)
      return path;
    const bytes = await bytesOf(archive, CONTENT);
    const unwrapped = unwrapCells(decoderFor(bytes).decode(bytes));
    if (unwrapped === undefined) return path;
    const parts: Zippable = {};
    for (const name of archive.names) {
      if (name !== CONTENT && TEXT_PART.test(name)) parts[name] = await bytesOf(archive, name);
    }
    // The text is now UTF-8, so the encoding declaration is removed.
    parts[CONTENT] = strToU8(unwrapped.replace(/^\s*<\?xml[^>]{0,200}\?>/, ""));
    return Buffer.from(zipSync(parts, { level: 0 }));
  } finally {
    archive.close();
  }
}

async function bytesOf(archive: Archive, name: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  if (archive.has(name)) for await (const segment of archive.chunks(name)) pieces.push(segment);
  return Buffer.concat(pieces);
}
