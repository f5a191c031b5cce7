/** The first place from `from` on and before `to` for which `isReached` holds, as it does for all behind it; `to` where there is none. */
export const lowerBound = (from: number, to: number, isReached: (at: number) => boolean): number => {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isReached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};
