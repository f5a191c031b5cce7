/** Score of an item, and whether the item is relevant. */
export interface ScoredLabel {
  readonly score: number;
  readonly isRelevant: boolean;
}

/**
 * Area under the ROC curve: the share of pairs of a relevant and an irrelevant item in which the relevant one has the
 * higher score. A tie counts half. NaN if either kind is missing.
 */
export const rocAuc = (labels: readonly ScoredLabel[]): number => {
  const sorted = labels.toSorted((a, b) => a.score - b.score);
  let below = 0;
  let won = 0;
  for (let start = 0; start < sorted.length;) {
    let end = start;
    let relevant = 0;
    while (end < sorted.length && sorted[end]!.score === sorted[start]!.score) {
      if (sorted[end]!.isRelevant) relevant += 1;
      end += 1;
    }
    const others = end - start - relevant;
    won += relevant * (below + others / 2);
    below += others;
    start = end;
  }
  return won / ((labels.length - below) * below);
};
