/**
 * Whether the edit distance of two words, given as ranges of UTF-16 units, is at most `limit`. Edits are insertion,
 * deletion, replacement and transposition of neighbours, as counted by `editDistance` of `@quarry/text`. Allocates
 * nothing and rejects quickly: common prefixes and suffixes need no edits, and at the first difference each alternative
 * uses up one edit.
 */
export const isNear = (
  left: Uint16Array,
  leftStart: number,
  leftEnd: number,
  right: Uint16Array,
  rightStart: number,
  rightEnd: number,
  limit: number,
): boolean => {
  let [i, iEnd, j, jEnd] = [leftStart, leftEnd, rightStart, rightEnd];
  while (i < iEnd && j < jEnd && left[i] === right[j]) {
    i++;
    j++;
  }
  while (i < iEnd && j < jEnd && left[iEnd - 1] === right[jEnd - 1]) {
    iEnd--;
    jEnd--;
  }
  const [leftLength, rightLength] = [iEnd - i, jEnd - j];
  if (Math.abs(leftLength - rightLength) > limit) return false;
  if (leftLength === 0 || rightLength === 0) return true;
  if (limit === 0) return false;
  if (leftLength === 1 && rightLength === 1) return true;
  const remainingEdits = limit - 1;
  return (
    isNear(left, i + 1, iEnd, right, j + 1, jEnd, remainingEdits) ||
    isNear(left, i + 1, iEnd, right, j, jEnd, remainingEdits) ||
    isNear(left, i, iEnd, right, j + 1, jEnd, remainingEdits) ||
    (leftLength > 1 &&
      rightLength > 1 &&
      left[i] === right[j + 1] &&
      left[i + 1] === right[j] &&
      isNear(left, i + 2, iEnd, right, j + 2, jEnd, remainingEdits))
  );
};
