import { setTimeout as pause } from "node:timers/promises";
import type { MeasuredProcess } from "../processes/measured-process.ts";

const LOOK_MS = 500;
/** Share of one processor below which nothing worth mentioning goes on. */
const IDLE_SHARE = 0.02;
/** Between two steps of work a process may rest for a moment. */
const IDLE_LOOKS = 3;
const MAX_LOOKS = 2_400;

/** Waits until a measured process has nothing left to do, such as an index that it builds behind its writers. */
export const settleProcess = async (process: MeasuredProcess): Promise<void> => {
  let idle = 0;
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const used = await process.cpuWhile(() => pause(LOOK_MS));
    idle = used < LOOK_MS * IDLE_SHARE ? idle + 1 : 0;
    if (idle === IDLE_LOOKS) return;
  }
  throw new Error(`the measured process is still busy after ${(MAX_LOOKS * LOOK_MS) / 1000} s`);
};
