import { useEffect, useRef, useState } from "react";

/** Debounce delay: a typed filter is applied once typing pauses for this time. */
const PAUSE_MS = 250;

/** Value as typed, which is passed to `apply` after a pause. A new value from outside replaces it. */
export const useTyped = <Value>(value: Value, apply: (value: Value) => void) => {
  const [typed, setTyped] = useState(value);
  const applied = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (value === applied.current) return;
    applied.current = value;
    clearTimeout(timer.current);
    setTyped(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (next: Value): void => {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      applied.current = next;
      apply(next);
    }, PAUSE_MS);
  };
  return [typed, type] as const;
};
