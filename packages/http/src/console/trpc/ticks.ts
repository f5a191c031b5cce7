import { setTimeout as pause } from "node:timers/promises";

/** Yields immediately, and then each time `everyMs` has passed since the last tick. Ends when the signal is aborted. */
export async function* ticks(everyMs: number, signal: AbortSignal | undefined): AsyncGenerator<void> {
  for (;;) {
    yield;
    try {
      await pause(everyMs, undefined, signal && { signal });
    } catch {
      return;
    }
  }
}
