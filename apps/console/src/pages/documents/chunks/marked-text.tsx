import type { ReactNode } from "react";
import { rangesOf } from "./find-in-text.ts";
import styles from "./chunk-card.module.css";

export interface MarkedTextProps {
  readonly text: string;
  /** Text to highlight at every occurrence. Empty highlights nothing. */
  readonly searchText: string;
  /** Index of the current match. */
  readonly current: number | undefined;
}

/** Text with highlighted matches. */
export function MarkedText({ text, searchText, current }: MarkedTextProps) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const [index, [start, stop]] of rangesOf(text, searchText).entries()) {
    parts.push(
      text.slice(end, start),
      <mark key={start} className={index === current ? styles.current : undefined}>
        {text.slice(start, stop)}
      </mark>,
    );
    end = stop;
  }
  return [...parts, text.slice(end)];
}
