import { yieldToOthers } from "@quarry/plugin/time-slice";
import type { Checkpoint } from "@quarry/plugin/workers/inside";

/** Cooperative task: other calls run wherever it yields. It should yield when its time slice is over. */
export type Sliced<Value> = Generator<void, Value, void>;

/** Time slice of a call in milliseconds: the longest delay of other calls. */
const SLICE_MS = 3;

/** End of the current time slice. Calls of this thread never run at the same time. */
let end = 0;

export const isSliceOver = (): boolean => performance.now() >= end;

export const startSlice = (milliseconds = SLICE_MS): void => {
  end = performance.now() + milliseconds;
};

/** Time limit of a call. */
export interface TimeLimit {
  readonly milliseconds: number;
  /** Creates the error of a call that exceeds the limit. */
  readonly failure: () => Error;
}

/**
 * Runs a sliced task. It completes synchronously if it takes no longer than one slice. It ends early if no caller waits
 * any more, or if it exceeds its time limit.
 */
export const inTimeSlices = <Value>(
  work: Sliced<Value>,
  checkpoint: Checkpoint,
  timeLimit?: TimeLimit,
): Value | Promise<Value> => {
  const deadline = performance.now() + (timeLimit?.milliseconds ?? Infinity);
  startSlice();
  const first = work.next();
  return first.done === true ? first.value : continueInSlices(work, checkpoint, deadline, timeLimit);
};

const continueInSlices = async <Value>(
  work: Sliced<Value>,
  checkpoint: Checkpoint,
  deadline: number,
  timeLimit: TimeLimit | undefined,
): Promise<Value> => {
  try {
    for (;;) {
      await yieldToOthers();
      checkpoint();
      startSlice();
      const step = work.next();
      if (step.done === true) return step.value;
      if (performance.now() >= deadline) throw timeLimit!.failure();
    }
  } catch (error) {
    // Releases the memory of an abandoned task.
    work.return(undefined as Value);
    throw error;
  }
};

/** Runs a sliced task to its end without letting others run. `checkpoint` can end it wherever it would yield. */
export const runToCompletion = <Value>(work: Sliced<Value>, checkpoint: Checkpoint = () => {}): Value => {
  let step = work.next();
  for (; step.done !== true; step = work.next()) checkpoint();
  return step.value;
};
