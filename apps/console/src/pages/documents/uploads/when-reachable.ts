import { noteReachable } from "../../../api/reachability.ts";

const AGAIN_MS = 1_000;

/** Resolves when the service answers again. */
export const whenReachable = async (): Promise<void> => {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    const isReachable = await answers();
    noteReachable(isReachable);
    if (isReachable) return;
  }
};

const answers = async (): Promise<boolean> => {
  try {
    return (await fetch("/health", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
};
