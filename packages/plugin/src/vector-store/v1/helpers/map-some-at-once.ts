/** Number of concurrent requests of one call to a server. */
const AT_ONCE = 8;

/** Runs one request per item, several concurrently; returns the results in order. */
export const mapSomeAtOnce = async <Item, Value>(
  items: readonly Item[],
  run: (item: Item) => Promise<Value>,
): Promise<Value[]> => {
  const values: Value[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE) {
    values.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(run))));
  }
  return values;
};
