/** Works on the items, so many at a time; ends with the first failure of `work` itself. */
export const inParallel = async <Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
};
