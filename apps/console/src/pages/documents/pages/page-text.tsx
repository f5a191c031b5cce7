import { useEffect, useRef } from "react";
import { documents as texts } from "../../../strings/documents.ts";
import { Notice } from "../../../ui/notice.tsx";
import type { PageMessage } from "./page-data.ts";
import styles from "./page-text.module.css";

export interface PageTextProps {
  readonly page: PageMessage;
  /** Highlighted range. */
  readonly range: readonly [start: number, end: number] | undefined;
}

/** Media query for text beside the picture: below it, showing the passage would hide the picture. */
const SIDE_BY_SIDE = "(width >= 60rem)";

/** Text parsed from a page, with a passage highlighted. */
export function PageText({ page, range }: PageTextProps) {
  const mark = useRef<HTMLElement>(null);
  const [start, end] = range ?? [0, 0];
  useEffect(() => {
    if (matchMedia(SIDE_BY_SIDE).matches) mark.current?.scrollIntoView({ block: "nearest" });
  }, [page, start, end]);
  if (page.text === "") return <Notice>{texts.pages.nothingRead}</Notice>;
  return (
    <>
      <p className={styles.text} lang="">
        {page.text.slice(0, start)}
        {start < end && <mark ref={mark}>{page.text.slice(start, end)}</mark>}
        {page.text.slice(end)}
      </p>
      {page.truncated && <Notice>{texts.pages.truncated}</Notice>}
    </>
  );
}
