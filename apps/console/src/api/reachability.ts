import { useSyncExternalStore } from "react";

let isReachable = true;
const listeners = new Set<() => void>();

/** Records whether the service answered. Every call reports it. */
export const noteReachable = (reachable: boolean): void => {
  if (reachable === isReachable) return;
  isReachable = reachable;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether the last call reached the service. */
export const useReachable = (): boolean => useSyncExternalStore(subscribe, () => isReachable);
