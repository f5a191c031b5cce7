import { ParserError, type ParserLimits } from "@quarry/plugin";
import type { Entry } from "yauzl";

/**
 * Smaller parts are decompressed at any ratio: this takes a second at most, and small legitimate files reach any ratio.
 */
const MIN_SUSPICIOUS_BYTES = 67_108_864;
const BYTES_PER_MEGABYTE = 1_048_576;
/**
 * Names of parts that are decompressed. Pictures, films and embedded files never are, so their uncompressed size
 * doesn't matter.
 */
const TEXT_PART = /\.(?:xml|rels|vml|opf|ncx|x?html?)$/i;

/** Whether an entry contains text, or locations of text. */
export const isTextPart = (name: string): boolean => TEXT_PART.test(name);

/** Rejects an archive by its declared sizes, before anything is decompressed. `archiveSize` is in bytes. */
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
  // The entries' total can't exceed the archive, unless several entries share bytes.
  if (packed > archiveSize) {
    throw new ParserError(
      "corrupt",
      "the parts of the file overlap, which Office never writes: save it again and retry",
    );
  }
  checkSize(unpackedText, archiveSize, limits);
}

/** Rejects an entry whose uncompressed size is too large. */
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
