/**
 * Pages that a document's habits are learned from. Enough to tell a running header from a coincidence; their lines
 * are kept until they are handed out, so none is read twice.
 */
const SAMPLE_PAGES = 24;

/**
 * Indexes of at most 24 pages, spread over the document in pairs of neighbours: left and right pages have headers of
 * their own.
 */
export function samplePages(pageCount: number): number[] {
  if (pageCount <= SAMPLE_PAGES) return Array.from({ length: pageCount }, (_, index) => index);
  const pairs = SAMPLE_PAGES / 2;
  return Array.from({ length: pairs }, (_, pair) => Math.floor((pair * (pageCount - 1)) / pairs)).flatMap((index) => [
    index,
    index + 1,
  ]);
}
