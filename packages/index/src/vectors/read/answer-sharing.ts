import type { ReceivedCall } from "@quarry/plugin/workers/inside";

/** A method whose concurrent calls are cheaper to answer together. */
export interface SharedCall {
  readonly method: string;
  /**
   * Returns the results in the order of the calls. Calls without a result, and all calls if it throws, are answered one
   * by one.
   */
  readonly run: (parameters: readonly never[]) => readonly unknown[];
  /** Methods that calls must not be reordered with. */
  readonly barriers: ReadonlySet<string>;
}

/** Answers calls in order, but answers waiting calls of the shared method together. */
export const answerSharing = (answerOne: (call: ReceivedCall) => void, shared: SharedCall) => {
  const answerBatch = (calls: readonly ReceivedCall[]): void => {
    let values: readonly unknown[];
    try {
      values = shared.run(calls.map(({ parameters }) => parameters as never));
    } catch {
      return calls.forEach(answerOne);
    }
    for (const [index, call] of calls.entries()) {
      if (values[index] === undefined) answerOne(call);
      else call.answer(values[index]);
    }
  };
  return (calls: readonly ReceivedCall[]): void => {
    const waiting = [...calls];
    for (let call = waiting.shift(); call !== undefined; call = waiting.shift()) {
      const sameMethod = call.method === shared.method ? takeSameMethod(waiting, shared) : [];
      if (sameMethod.length === 0) answerOne(call);
      else answerBatch([call, ...sameMethod]);
    }
  };
};

/** Removes the calls of the shared method up to the first barrier from the queue, and returns them. */
const takeSameMethod = (waiting: ReceivedCall[], { method, barriers }: SharedCall): readonly ReceivedCall[] => {
  const barrier = waiting.findIndex((call) => barriers.has(call.method));
  const reorderable = waiting.splice(0, barrier < 0 ? waiting.length : barrier);
  waiting.unshift(...reorderable.filter((call) => call.method !== method));
  return reorderable.filter((call) => call.method === method);
};
