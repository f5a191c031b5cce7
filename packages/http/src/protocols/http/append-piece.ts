/** Pieces of fewer bytes are put together: each costs a hundred bytes, whatever is in it. */
const SMALL_BYTES = 4_096;

/**
 * Adds a piece of a body that is kept in pieces. Small ones are put together with others of their size, so that each byte
 * is copied a few times at most: a sender that splits a body into single bytes gains nothing.
 */
export function appendPiece(pieces: Buffer[], piece: Buffer): void {
  let added = piece;
  for (let last = pieces.at(-1); last !== undefined && last.length <= added.length; last = pieces.at(-1)) {
    if (added.length >= SMALL_BYTES) break;
    pieces.pop();
    added = Buffer.concat([last, added]);
  }
  pieces.push(added);
}
