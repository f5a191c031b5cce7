import type { VectorRecord } from "@quarry/plugin";
import type { ArchivedDocument, ArchiveEnd, Manifest } from "./archive-format.ts";
import { tarHeader, tarPadding } from "./tar-header.ts";

/** An entry of an archive. */
export function* entry(name: string, bytes: Uint8Array): Generator<Uint8Array> {
  yield tarHeader(name, bytes.byteLength);
  yield bytes;
  yield tarPadding(bytes.byteLength);
}

export const jsonEntry = (name: string, value: Manifest | ArchivedDocument | ArchiveEnd): Generator<Uint8Array> =>
  entry(name, Buffer.from(`${JSON.stringify(value, null, 1)}\n`));

export const littleEndian = (records: readonly VectorRecord[], dimension: number): Uint8Array => {
  const bytes = Buffer.alloc(records.length * dimension * Float32Array.BYTES_PER_ELEMENT);
  let at = 0;
  for (const { vector } of records) for (const value of vector) at = bytes.writeFloatLE(value, at);
  return bytes;
};
