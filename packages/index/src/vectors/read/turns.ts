import type { Checkpoint } from "@quarry/plugin/workers/inside";

/** Work that gives way to other calls wherever it yields, which it should where its turn is over. */
export type Sliced<Value> = Generator<void, Value, void>;

/** Milliseconds that a call may hold up the others. */
const TURN_MS = 3;

let end = 0;

export const isTurnOver = (): boolean => performance.now() >= end;

export const startTurn = (milliseconds = TURN_MS): void => {
  end = performance.now() + milliseconds;
};

const waiting: (() => void)[] = [];

/** How long a call goes on. */
export interface Patience {
  readonly milliseconds: number;
  /** What it fails with then. */
  readonly failure: () => Error;
}

/** One turn of one call, and then whatever has come meanwhile: that waits for no more than a turn. */
const turn = (): void => {
  const go = waiting.shift();
  if (waiting.length > 0) setImmediate(turn);
  go?.();
};

const waitForTurn = (go: () => void): void => {
  waiting.push(go);
  if (waiting.length === 1) setImmediate(turn);
};

/**
 * Does sliced work, at once where it takes no longer than a turn. It ends early when nobody waits for it any more, or when it
 * has taken too long.
 */
export const inTurns = <Value>(
  work: Sliced<Value>,
  checkpoint: Checkpoint,
  patience?: Patience,
): Value | Promise<Value> => {
  const deadline = performance.now() + (patience?.milliseconds ?? Infinity);
  const next = () => {
    startTurn();
    return work.next();
  };
  const first = next();
  if (first.done === true) return first.value;
  return new Promise((resolve, reject) => {
    const go = (): void => {
      try {
        checkpoint();
        const { done, value } = next();
        if (done === true) resolve(value);
        else if (performance.now() >= deadline) throw patience!.failure();
        else waitForTurn(go);
      } catch (error) {
        // What it holds is given back: nobody goes on with it.
        work.return(undefined as Value);
        reject(error as Error);
      }
    };
    waitForTurn(go);
  });
};

/** Does sliced work to its end, without giving way. */
export const atOnce = <Value>(work: Sliced<Value>): Value => {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
};
