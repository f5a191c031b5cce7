import { setImmediate } from "node:timers/promises";

/** Milliseconds for which work can occupy the thread while others wait; too short to be noticed. */
const SLICE_MS = 4;

const waiting: (() => void)[] = [];

const resumeNext = (): void => {
  const resume = waiting.shift();
  if (waiting.length > 0) globalThis.setImmediate(resumeNext);
  resume?.();
};

/**
 * Resolves after everything else that is ready to run in this thread has run. Only one waiting caller continues per
 * round of the event loop, so that a new call waits for one slice and not for one of each caller.
 */
export const yieldToOthers = (): Promise<void> =>
  new Promise((resume) => {
    waiting.push(resume);
    if (waiting.length === 1) globalThis.setImmediate(resumeNext);
  });

/** Resolves in the next round of the event loop, when all calls that arrived in this one have been received. */
export const nextRound = (): Promise<void> => setImmediate();

/** Time slice of long work: reports when to let other work run. */
export class TimeSlice {
  readonly #milliseconds: number;
  #end: number;

  constructor(milliseconds = SLICE_MS) {
    this.#milliseconds = milliseconds;
    this.#end = performance.now() + milliseconds;
  }

  get isOver(): boolean {
    return performance.now() >= this.#end;
  }

  /** Lets other work run, then starts the next slice. */
  async renew(): Promise<void> {
    await yieldToOthers();
    this.restart();
  }

  restart(): void {
    this.#end = performance.now() + this.#milliseconds;
  }
}

/**
 * Maps items as `items.map` does, in time slices. A record can have 64 KB of metadata, and extracting the values for
 * filters from it takes milliseconds; a batch has thousands of records.
 */
export const mapInTimeSlices = async <Item, Mapped>(
  items: readonly Item[],
  map: (item: Item) => Mapped,
): Promise<readonly Mapped[]> => {
  const mapped: Mapped[] = [];
  const slice = new TimeSlice();
  for (const item of items) {
    mapped.push(map(item));
    if (slice.isOver) await slice.renew();
  }
  return mapped;
};
