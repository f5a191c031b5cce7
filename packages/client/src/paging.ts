/** Asks for page after page, until all are had. */
export async function* allPages<Item>(
  page: (window: { readonly limit: number; readonly offset: number }) => Promise<readonly Item[]>,
): AsyncGenerator<Item, void, undefined> {
  for (let offset = 0; ;) {
    const items = await page({ limit: PAGE_SIZE, offset });
    yield* items;
    // A page that is not full is the last one; what is added meanwhile comes at the end and is seen.
    if (items.length < PAGE_SIZE) return;
    offset += items.length;
  }
}

/** The most that the service gives at once. */
const PAGE_SIZE = 1_000;
