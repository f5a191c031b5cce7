/** Polling interval for the end of the parent process; a check is one system call. */
const LOOK_EVERY_MS = 500;

/**
 * Calls back once when the process that started this one is gone, where that one has asked for it by
 * `QUARRY_ENDS_WITH_PARENT`: one that is killed can't pass a signal on, and what it started would keep its port and its
 * data folder with nobody to stop it.
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
