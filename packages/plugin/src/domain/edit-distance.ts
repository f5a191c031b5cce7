/**
 * Returns the edit distance of two words: insert, delete, replace, or swap of two neighbours (optimal string
 * alignment). Returns `limit + 1` as soon as the distance certainly exceeds `limit`. Cost is length times limit,
 * without allocation per row.
 */
export function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
  const width = right.length + 1;
  let beforeLast = new Uint16Array(width);
  let last = Uint16Array.from({ length: width }, (_, index) => index);
  let current = new Uint16Array(width);
  for (let row = 1; row <= left.length; row++) {
    current.fill(limit + 1);
    if (row <= limit) current[0] = row;
    let best = current[0]!;
    for (let column = Math.max(1, row - limit); column <= Math.min(right.length, row + limit); column++) {
      const isEqual = left.charCodeAt(row - 1) === right.charCodeAt(column - 1);
      let edits = Math.min(last[column - 1]! + (isEqual ? 0 : 1), last[column]! + 1, current[column - 1]! + 1);
      if (isSwap(left, right, row, column)) edits = Math.min(edits, beforeLast[column - 2]! + 1);
      current[column] = edits;
      if (edits < best) best = edits;
    }
    if (best > limit && !canStillSwap(last, limit)) return limit + 1;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return Math.min(last[right.length]!, limit + 1);
}

function isSwap(left: string, right: string, row: number, column: number): boolean {
  if (row < 2 || column < 2) return false;
  return left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
}

/**
 * A swap reads the row before the previous one, so a row above the limit ends the search only if the previous row is
 * above it as well.
 */
function canStillSwap(previous: Uint16Array, limit: number): boolean {
  return previous.some((edits) => edits < limit);
}
