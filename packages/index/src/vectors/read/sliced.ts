import { yieldToOthers } from "@quarry/plugin/time-slice";
import type { Checkpoint } from "@quarry/plugin/workers/inside";

/** Work that lets other calls run wherever it yields, which it should where its time slice is over. */
export type Sliced<Value> = Generator<void, Value, void>;

/** Milliseconds that a call may hold up the others. */
const SLICE_MS = 3;

/** End of the slice of the call that runs: calls of this thread never run at the same time. */
let end = 0;

export const isSliceOver = (): boolean => performance.now() >= end;

export const startSlice = (milliseconds = SLICE_MS): void => {
  end = performance.now() + milliseconds;
};

/** Time limit of a call. */
export interface Patience {
  readonly milliseconds: number;
  /** The error that it fails with then. */
  readonly failure: () => Error;
}

/**
 * Does sliced work, at once where it takes no longer than a slice. It ends early when nobody waits for it any more, or when it
 * has taken too long.
 */
export const inTimeSlices = <Value>(
  work: Sliced<Value>,
  checkpoint: Checkpoint,
  patience?: Patience,
): Value | Promise<Value> => {
  const deadline = performance.now() + (patience?.milliseconds ?? Infinity);
  startSlice();
  const first = work.next();
  return first.done === true ? first.value : continued(work, checkpoint, deadline, patience);
};

const continued = async <Value>(
  work: Sliced<Value>,
  checkpoint: Checkpoint,
  deadline: number,
  patience: Patience | undefined,
): Promise<Value> => {
  try {
    for (;;) {
      await yieldToOthers();
      checkpoint();
      startSlice();
      const step = work.next();
      if (step.done === true) return step.value;
      if (performance.now() >= deadline) throw patience!.failure();
    }
  } catch (error) {
    // Nobody goes on with it: its memory is given back.
    work.return(undefined as Value);
    throw error;
  }
};

/** Does sliced work to its end, without letting others run; `checkpoint` may end it wherever it would. */
export const atOnce = <Value>(work: Sliced<Value>, checkpoint: Checkpoint = () => {}): Value => {
  let step = work.next();
  for (; step.done !== true; step = work.next()) checkpoint();
  return step.value;
};
