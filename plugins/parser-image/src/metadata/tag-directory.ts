/** Reads bytes of a TIFF structure (a file or an EXIF block). Returns fewer than requested at its end. */
export type ReadBytes = (position: number, length: number) => Promise<Buffer>;

/** Longer texts are neither titles nor names. */
const MAX_VALUE_BYTES = 4_096;
/** Maximum number of tags. Real directories have some dozens. */
const MAX_TAGS = 512;
const ENTRY_BYTES = 12;
const BYTES = 1;
const TEXT = 2;
const LONG = 4;

/** Tag values by number: raw bytes of texts and byte arrays, and long numbers. Other types are left out. */
export interface TagDirectory {
  readonly texts: ReadonlyMap<number, Buffer>;
  readonly numbers: ReadonlyMap<number, number>;
}

/** Reads the first directory of a TIFF structure, or the one at `position`. Returns undefined if there is none. */
export async function readTags(read: ReadBytes, position?: number): Promise<TagDirectory | undefined> {
  const header = await read(0, 8);
  if (header.length < 8) return undefined;
  const order = byteOrder(header);
  if (order === undefined) return undefined;
  const start = position ?? order.long(header, 4);
  const countBytes = await read(start, 2);
  if (countBytes.length < 2) return undefined;
  const count = Math.min(MAX_TAGS, order.short(countBytes, 0));
  const entries = await read(start + 2, count * ENTRY_BYTES);
  const texts = new Map<number, Buffer>();
  const numbers = new Map<number, number>();
  for (let at = 0; at + ENTRY_BYTES <= entries.length; at += ENTRY_BYTES) {
    const tag = order.short(entries, at);
    const kind = order.short(entries, at + 2);
    const length = order.long(entries, at + 4);
    if (kind === LONG && length === 1) numbers.set(tag, order.long(entries, at + 8));
    if ((kind !== TEXT && kind !== BYTES) || length > MAX_VALUE_BYTES) continue;
    const isInline = length <= 4;
    texts.set(
      tag,
      isInline
        ? Buffer.from(entries.subarray(at + 8, at + 8 + length))
        : await read(order.long(entries, at + 8), length),
    );
  }
  return { texts, numbers };
}

interface ByteOrder {
  readonly short: (bytes: Buffer, at: number) => number;
  readonly long: (bytes: Buffer, at: number) => number;
}

function byteOrder(header: Buffer): ByteOrder | undefined {
  const mark = header.toString("latin1", 0, 4);
  if (mark === "II*\0")
    return { short: (bytes, at) => bytes.readUInt16LE(at), long: (bytes, at) => bytes.readUInt32LE(at) };
  if (mark === "MM\0*")
    return { short: (bytes, at) => bytes.readUInt16BE(at), long: (bytes, at) => bytes.readUInt32BE(at) };
  return undefined;
}
