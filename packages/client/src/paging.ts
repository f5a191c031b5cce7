/** Reads all pages. */
export async function* allPages<Item>(
  page: (window: { readonly limit: number; readonly offset: number }) => Promise<readonly Item[]>,
): AsyncGenerator<Item, void, undefined> {
  for (let offset = 0; ;) {
    const items = await page({ limit: PAGE_SIZE, offset });
    yield* items;
    // A page that is not full is the last one. Items added meanwhile are appended at the end, so they are seen.
    if (items.length < PAGE_SIZE) return;
    offset += items.length;
  }
}

/** Largest page that the service returns. */
const PAGE_SIZE = 1_000;
