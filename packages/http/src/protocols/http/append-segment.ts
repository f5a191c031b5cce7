/** Size below which segments are merged: each costs about a hundred bytes, whatever its size. */
const SMALL_BYTES = 4_096;

/**
 * Adds a segment of a body that is stored in segments. Small segments are merged with others of similar size, so each
 * byte is copied only a few times: a sender that splits a body into single bytes gains nothing.
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
