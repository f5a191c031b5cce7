import { setTimeout as sleep } from "node:timers/promises";

/** Asks until the answer is true; fails after half a minute with what was waited for. */
export const until = async (what: string, ask: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + 30_000;
  while (!(await ask())) {
    if (Date.now() > deadline) throw new Error(`still waiting for ${what}`);
    await sleep(20);
  }
};
