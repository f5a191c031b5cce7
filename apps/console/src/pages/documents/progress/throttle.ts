export interface Throttled {
  (): void;
  /** Forgets a call that has not been made yet. */
  cancel(): void;
}

/** Calls `run` once for all calls within a time, at its end. */
export const throttle = (run: () => void, everyMs: number): Throttled => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const call = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      run();
    }, everyMs);
  };
  return Object.assign(call, {
    cancel: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  });
};
