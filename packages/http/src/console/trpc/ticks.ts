import { setTimeout as pause } from "node:timers/promises";

/** A turn at once and another one whenever so much time has passed after the last; ends when the signal is aborted. */
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
