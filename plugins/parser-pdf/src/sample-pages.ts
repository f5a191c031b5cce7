/**
 * Pages that a document's habits are learned from. Enough to tell a running header from a coincidence; their lines
 * are kept until they are handed out, so none is read twice.
 */
const SAMPLE_PAGES = 24;

/** Indexes of at most 24 pages, spread over the document. */
export function samplePages(pageCount: number): number[] {
  const size = Math.min(pageCount, SAMPLE_PAGES);
  return Array.from({ length: size }, (_, index) => Math.floor((index * pageCount) / size));
}
