/** Polling interval for the end of the parent process. A check is one system call. */
const LOOK_EVERY_MS = 500;

/**
 * Calls back once when the parent process has ended, if the parent requested this by `QUARRY_ENDS_WITH_PARENT`. A
 * killed parent can't forward a signal, and its child would keep its port and data folder with no process to stop it.
 */
export const whenParentIsGone = (isAsked: string | undefined, then: () => void): void => {
  if (isAsked === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    then();
  }, LOOK_EVERY_MS);
  timer.unref();
};
