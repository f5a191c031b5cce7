export interface Throttled {
  (): void;
  /** Cancels a pending call. */
  cancel(): void;
}

/** Calls `run` once for all calls within an interval, at its end. */
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
