/**
 * Binary search: returns the first position from `from` on and before `to` for which `isReached` is true, or `to`.
 * `isReached` must be monotonic.
 */
export const lowerBound = (from: number, to: number, isReached: (at: number) => boolean): number => {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isReached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};
