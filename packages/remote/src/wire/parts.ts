/** Default message limit of gRPC servers, in bytes. */
export const DEFAULT_MESSAGE_BYTES = 4 * 1_048_576;
/**
 * Size in bytes at which messages of several items are split: well below every limit, large enough to cost few round
 * trips.
 */
export const PART_BYTES = 1_048_576;
/** Most items in one message, so that an answer with something for each of them fits in one message too. */
const PART_ITEMS = 10_000;

/** Cuts a list so that the sizes of each part's items come to `PART_BYTES` at most, or it has one item that is larger. */
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

/** Tag and length of a field, at most. */
const FIELD_OVERHEAD = 8;

/** Bytes that a text takes in a message, at most. */
export const textSize = (text: string): number => Buffer.byteLength(text) + FIELD_OVERHEAD;
/** Bytes that bytes take in a message, at most. */
export const bytesSize = (bytes: Uint8Array): number => bytes.length + FIELD_OVERHEAD;
