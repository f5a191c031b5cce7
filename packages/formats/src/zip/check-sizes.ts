import { ParserError, type ParserLimits } from "@quarry/plugin";
import type { Entry } from "yauzl";

/** Below this a part is unpacked whatever its ratio: it takes a second at most, and small honest files reach any ratio. */
const MIN_SUSPICIOUS_BYTES = 67_108_864;
const BYTES_PER_MEGABYTE = 1_048_576;
/**
 * Names of parts that are unpacked. Pictures, films and embedded files never are, so their unpacked size does not
 * matter.
 */
const TEXT_PART = /\.(?:xml|rels|vml|opf|ncx|x?html?)$/i;

/** Whether an entry holds text, or tells where text is. */
export const isTextPart = (name: string): boolean => TEXT_PART.test(name);

/** Refuses an archive by its declared sizes, before anything is unpacked. `archiveSize` in bytes. */
export function checkEntries(entries: ReadonlyMap<string, Entry>, archiveSize: number, limits: ParserLimits): void {
  let packed = 0;
  let unpackedText = 0;
  for (const [name, entry] of entries) {
    if (entry.isEncrypted()) throw encrypted();
    packed += entry.compressedSize;
    if (!isTextPart(name)) continue;
    checkEntry(entry, limits);
    unpackedText += entry.uncompressedSize;
  }
  // Together the entries can't be longer than the archive, unless several are made of the same bytes.
  if (packed > archiveSize) {
    throw new ParserError(
      "corrupt",
      "the parts of the file overlap, which Office never writes: save it anew and retry",
    );
  }
  checkSize(unpackedText, archiveSize, limits);
}

/** Refuses one entry that would unpack to too much. */
export const checkEntry = (entry: Entry, limits: ParserLimits): void =>
  checkSize(entry.uncompressedSize, entry.compressedSize, limits);

function checkSize(unpacked: number, packed: number, limits: ParserLimits): void {
  const isSuspicious = unpacked > MIN_SUSPICIOUS_BYTES && unpacked > packed * limits.maxCompressionRatio;
  if (unpacked <= limits.maxUncompressedBytes && !isSuspicious) return;
  throw new ParserError(
    "limit",
    `the file unpacks to ${Math.round(unpacked / BYTES_PER_MEGABYTE)} MB, which is too much: split it into smaller files`,
  );
}

const encrypted = (): ParserError =>
  new ParserError("encrypted", "the file is encrypted: remove the password and upload it again");
