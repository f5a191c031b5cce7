import { setTimeout as sleep } from "node:timers/promises";
import type { OperationRecord } from "@quarry/store";

/** Polling interval of an operation's progress: any process may be running it. */
const CHECK_EVERY_MS = 500;

/** An operation as it is now, and whenever it has got on; ends when it has ended, and when the watcher leaves. */
export async function* watchOperation(
  check: () => Promise<OperationRecord>,
  signal: AbortSignal,
): AsyncGenerator<OperationRecord> {
  let last: OperationRecord | undefined;
  while (!signal.aborted) {
    const now = await check();
    if (last === undefined || isOther(now, last)) yield now;
    if (now.state !== "running") return;
    last = now;
    // A caller that disconnects interrupts it.
    await sleep(CHECK_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}

const isOther = (one: OperationRecord, other: OperationRecord): boolean =>
  one.state !== other.state || one.done !== other.done || one.failed !== other.failed;
