import type { ReceivedCall } from "@quarry/plugin/workers/inside";

/** A call that several callers may make at once, better answered together than one by one. */
export interface SharedCall {
  readonly method: string;
  /** Results in the order of the calls; a call without one, and each when it throws, is answered by itself. */
  readonly run: (parameters: readonly never[]) => readonly unknown[];
  /** Methods that no call may overtake. */
  readonly barriers: ReadonlySet<string>;
}

/** Answers calls in order, but those of the shared method that wait at the same time together. */
export const answerSharing = (answerAlone: (call: ReceivedCall) => void, shared: SharedCall) => {
  const answerTogether = (calls: readonly ReceivedCall[]): void => {
    let values: readonly unknown[];
    try {
      values = shared.run(calls.map(({ parameters }) => parameters as never));
    } catch {
      return calls.forEach(answerAlone);
    }
    for (const [index, call] of calls.entries()) {
      if (values[index] === undefined) answerAlone(call);
      else call.answer(values[index]);
    }
  };
  return (calls: readonly ReceivedCall[]): void => {
    const waiting = [...calls];
    for (let call = waiting.shift(); call !== undefined; call = waiting.shift()) {
      const alike = call.method === shared.method ? takeAlike(waiting, shared) : [];
      if (alike.length === 0) answerAlone(call);
      else answerTogether([call, ...alike]);
    }
  };
};

/** Takes out the calls of the shared method that overtake nothing they must not. */
const takeAlike = (waiting: ReceivedCall[], { method, barriers }: SharedCall): readonly ReceivedCall[] => {
  const barrier = waiting.findIndex((call) => barriers.has(call.method));
  const before = waiting.splice(0, barrier < 0 ? waiting.length : barrier);
  waiting.unshift(...before.filter((call) => call.method !== method));
  return before.filter((call) => call.method === method);
};
