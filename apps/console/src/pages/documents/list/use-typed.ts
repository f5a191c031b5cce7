import { useEffect, useRef, useState } from "react";

/** Debounce delay: a typed filter is requested when typing pauses for so long. */
const PAUSE_MS = 250;

/** A value as it is typed, which `apply` gets after a pause. Another value from elsewhere takes its place. */
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
