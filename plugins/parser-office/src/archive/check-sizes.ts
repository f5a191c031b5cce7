import { ParserError, type ParserLimits } from "@quarry/plugin";
import type { Entry } from "yauzl";

/**
 * Text of an Office file shrinks to a tenth, an empty sheet to a few hundredths. A ratio above this is suspicious, but
 * only together with a size: small honest files reach it.
 */
const MAX_RATIO = 200;
export const MIN_SUSPICIOUS_BYTES = 67_108_864;
const BYTES_PER_MEGABYTE = 1_048_576;

/** Refuses an archive that says it unpacks to too much, before unpacking anything. */
export function checkSizes(entries: readonly Entry[], fileSize: number, limits: ParserLimits): void {
  const total = declaredBytes(entries);
  const isSuspicious = total > MIN_SUSPICIOUS_BYTES && total > fileSize * MAX_RATIO;
  if (total > limits.maxUncompressedBytes || isSuspicious) {
    throw new ParserError(
      "limit",
      `the file unpacks to ${Math.round(total / BYTES_PER_MEGABYTE)} MB, which is too much: split it into smaller files`,
    );
  }
  if (entries.some((entry) => entry.isEncrypted())) {
    throw new ParserError("encrypted", "the file is encrypted: remove the password and upload it again");
  }
}

/** Unpacked size of the entries together. It is what the archive says, and an archive can lie. */
export function declaredBytes(entries: Iterable<Entry>): number {
  let total = 0;
  for (const entry of entries) total += entry.uncompressedSize;
  return total;
}
