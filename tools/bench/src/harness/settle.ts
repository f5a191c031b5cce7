import { setTimeout as pause } from "node:timers/promises";
import { ownUsage } from "../processes/usage.ts";

const LOOK_MS = 250;
/** Share of one processor below which nothing worth mentioning goes on. */
const IDLE_SHARE = 0.02;
const MAX_LOOKS = 240;

/** Waits until this process has nothing left to do, such as an index that tidies up behind its writers. */
export const settle = async (): Promise<void> => {
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const before = ownUsage().cpuMs;
    await pause(LOOK_MS);
    if (ownUsage().cpuMs - before < LOOK_MS * IDLE_SHARE) return;
  }
  throw new Error(`this process is still busy after ${(MAX_LOOKS * LOOK_MS) / 1000} s`);
};
