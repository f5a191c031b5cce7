/** Milliseconds that each item takes, one after the other. */
export const timeEach = async <Item>(
  items: readonly Item[],
  run: (item: Item, index: number) => unknown,
): Promise<number[]> => {
  const times: number[] = [];
  for (const [index, item] of items.entries()) {
    const started = performance.now();
    await run(item, index);
    times.push(performance.now() - started);
  }
  return times;
};
