/**
 * Number of pages that a document's properties are learned from. It is enough to distinguish a running header from a
 * coincidence. Their lines are cached until they are used, so no page is read twice.
 */
const SAMPLE_PAGES = 24;

/**
 * Returns the indexes of at most 24 pages, spread over the document in pairs of neighbours: left and right pages have
 * different headers.
 */
export function samplePages(pageCount: number): number[] {
  if (pageCount <= SAMPLE_PAGES) return Array.from({ length: pageCount }, (_, index) => index);
  const pairs = SAMPLE_PAGES / 2;
  return Array.from({ length: pairs }, (_, pair) => Math.floor((pair * (pageCount - 1)) / pairs)).flatMap((index) => [
    index,
    index + 1,
  ]);
}
