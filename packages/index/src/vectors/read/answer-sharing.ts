import type { ReceivedCall } from "@quarry/plugin/workers/inside";

/** Methods that searches must not be reordered with. */
const BARRIERS: ReadonlySet<string> = new Set(["suspend", "resume"]);

/**
 * Answers calls in order, but searches that wait at the same time together. `searchAll` returns their results in order.
 * Searches without a result, and all searches if it throws, are answered one by one.
 */
export const answerSharing = (
  answerOne: (call: ReceivedCall) => void,
  searchAll: (searches: readonly never[]) => readonly unknown[],
) => {
  const answerTogether = (searches: readonly ReceivedCall[]): void => {
    let found: readonly unknown[] = [];
    try {
      found = searchAll(searches.map(({ parameters }) => parameters as never));
    } catch {
      // Each search gets its own error.
    }
    for (const [index, search] of searches.entries()) {
      if (found[index] === undefined) answerOne(search);
      else search.answer(found[index]);
    }
  };
  return (calls: readonly ReceivedCall[]): void => {
    const waiting = [...calls];
    for (let call = waiting.shift(); call !== undefined; call = waiting.shift()) {
      if (call.method === "search") answerTogether([call, ...takeSearches(waiting)]);
      else answerOne(call);
    }
  };
};

/** Removes the searches before the first barrier from the queue, and returns them. */
const takeSearches = (waiting: ReceivedCall[]): readonly ReceivedCall[] => {
  const barrier = waiting.findIndex(({ method }) => BARRIERS.has(method));
  const reorderable = waiting.splice(0, barrier < 0 ? waiting.length : barrier);
  waiting.unshift(...reorderable.filter(({ method }) => method !== "search"));
  return reorderable.filter(({ method }) => method === "search");
};
