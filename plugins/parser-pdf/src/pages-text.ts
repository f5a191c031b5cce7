const MAX_NAMED = 10;

/** Formats page numbers: "page 3", "pages 1, 2 and 5", "pages 1, 2, … and 63 more". */
export function pagesText(pages: readonly number[]): string {
  if (pages.length === 1) return `page ${pages[0]}`;
  const named = pages.slice(0, pages.length > MAX_NAMED ? MAX_NAMED : -1).join(", ");
  return `pages ${named} and ${pages.length > MAX_NAMED ? `${pages.length - MAX_NAMED} more` : pages.at(-1)}`;
}
