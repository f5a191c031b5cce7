import { setTimeout as sleep } from "node:timers/promises";

/** Polls until the result is true. Fails after half a minute with `what`. */
export const until = async (what: string, ask: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + 30_000;
  while (!(await ask())) {
    if (Date.now() > deadline) throw new Error(`still waiting for ${what}`);
    await sleep(20);
  }
};
