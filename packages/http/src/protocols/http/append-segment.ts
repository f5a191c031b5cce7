/** Pieces of fewer bytes are put together: each costs a hundred bytes, whatever is in it. */
const SMALL_BYTES = 4_096;

/**
 * Adds a piece of a body that is kept in pieces. Small ones are put together with others of their size, so that each byte
 * is copied a few times at most: a sender that splits a body into single bytes gains nothing.
 */
export function appendSegment(segments: Buffer[], segment: Buffer): void {
  let added = segment;
  for (let last = segments.at(-1); last !== undefined && last.length <= added.length; last = segments.at(-1)) {
    if (added.length >= SMALL_BYTES) break;
    segments.pop();
    added = Buffer.concat([last, added]);
  }
  segments.push(added);
}
