/**
 * Processes the items with limited concurrency. The first failure of `work` ends it, and so does `stopping`: work in
 * progress finishes, and no new work begins.
 */
export const inParallel = async <Item>(
  items: Iterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<void>,
  stopping?: AbortSignal,
): Promise<void> => {
  const waiting = items[Symbol.iterator]();
  let hasFailed = false;
  const isOver = () => hasFailed || stopping?.aborted === true;
  const worker = async () => {
    while (!isOver()) {
      const next = waiting.next();
      if (next.done === true) return;
      try {
        await work(next.value);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: concurrency }, worker));
  const failure = ended.find((each) => each.status === "rejected");
  if (failure !== undefined) throw failure.reason;
};
