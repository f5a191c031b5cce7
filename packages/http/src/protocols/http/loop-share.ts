/** Work of this thread that goes on for so long keeps others waiting for no longer than they notice. */
const SLICE_MS = 4;

const waiting: (() => void)[] = [];

function resumeOne(): void {
  const resume = waiting.shift();
  if (waiting.length > 0) setImmediate(resumeOne);
  resume?.();
}

/** A moment later: when what has come meanwhile was served. Of those who wait so, one goes on in each round. */
const othersTurn = (): Promise<void> =>
  new Promise((resume) => {
    waiting.push(resume);
    if (waiting.length === 1) setImmediate(resumeOne);
  });

/** Tells long work when to let others in between. */
export class LoopShare {
  #since = performance.now();

  get isUsedUp(): boolean {
    return performance.now() - this.#since > SLICE_MS;
  }

  async renew(): Promise<void> {
    await othersTurn();
    this.#since = performance.now();
  }
}
