/** Default message limit of gRPC servers, in bytes. */
export const DEFAULT_MESSAGE_BYTES = 4 * 1_048_576;
/**
 * Size in bytes at which messages of several items are split: well below every limit, large enough to cost few round
 * trips.
 */
export const PART_BYTES = 1_048_576;
/** Maximum items per message, chosen so that a response with an entry for each of them also fits in one message. */
const PART_ITEMS = 10_000;

/** Splits a list into parts whose total item size is at most `PART_BYTES`, or which have a single larger item. */
export function* partsOf<Item>(items: Iterable<Item>, sizeOf: (item: Item) => number): Generator<Item[]> {
  let part: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = sizeOf(item);
    if (part.length > 0 && (part.length >= PART_ITEMS || bytes + size > PART_BYTES)) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(item);
    bytes += size;
  }
  if (part.length > 0) yield part;
}

/** Maximum bytes for the tag and length of a field. */
const FIELD_OVERHEAD = 8;

/** Maximum bytes that a text takes in a message. */
export const textSize = (text: string): number => Buffer.byteLength(text) + FIELD_OVERHEAD;
/** Maximum bytes that a byte array takes in a message. */
export const bytesSize = (bytes: Uint8Array): number => bytes.length + FIELD_OVERHEAD;
