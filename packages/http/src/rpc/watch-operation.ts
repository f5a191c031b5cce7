import { setTimeout as sleep } from "node:timers/promises";
import type { OperationRecord } from "@quarry/store";

/** Polling interval of an operation's progress, because any process can run it. */
const CHECK_EVERY_MS = 500;

/** Yields an operation's current state and each change; ends when the operation ends or the watcher disconnects. */
export async function* watchOperation(
  check: () => Promise<OperationRecord>,
  signal: AbortSignal,
): AsyncGenerator<OperationRecord> {
  let last: OperationRecord | undefined;
  while (!signal.aborted) {
    const now = await check();
    if (last === undefined || hasChanged(now, last)) yield now;
    if (now.state !== "running") return;
    last = now;
    // A caller that disconnects interrupts the wait.
    await sleep(CHECK_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}

const hasChanged = (one: OperationRecord, other: OperationRecord): boolean =>
  one.state !== other.state || one.done !== other.done || one.failed !== other.failed;
