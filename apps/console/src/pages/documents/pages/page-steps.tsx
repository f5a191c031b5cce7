import { ChevronLeft, ChevronRight } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { documents as texts } from "../../../strings/documents.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { NumberField } from "../../../ui/number-field.tsx";
import styles from "./page-steps.module.css";

export interface PageStepsProps {
  readonly page: number;
  readonly pageCount: number;
  readonly onPage: (page: number) => void;
}

/** Navigation through the pages: by buttons, by number, and by the arrow keys unless the user is typing. */
export function PageSteps({ page, pageCount, onPage }: PageStepsProps) {
  const [inputPage, setInputPage] = useState(page);
  useEffect(() => setInputPage(page), [page]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const by = STEPS[event.key];
      if (by === undefined || isForOthers(event)) return;
      const next = page + by;
      if (next >= 1 && next <= pageCount) onPage(next);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [page, pageCount, onPage]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!Number.isNaN(inputPage)) onPage(inputPage);
  };
  return (
    <nav className={styles.steps} aria-label={texts.pages.title}>
      <IconButton label={texts.pages.previous} isDisabled={page <= 1} onPress={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <span className={styles.at} role="status">
        {texts.pages.at(page, pageCount)}
      </span>
      <IconButton label={texts.pages.next} isDisabled={page >= pageCount} onPress={() => onPage(page + 1)}>
        <ChevronRight aria-hidden />
      </IconButton>
      {pageCount > 2 && (
        <form className={styles.jump} onSubmit={submit}>
          <NumberField
            label={texts.viewer.jump}
            value={inputPage}
            onChange={setInputPage}
            minimum={1}
            maximum={pageCount}
          />
          <Button type="submit">{texts.viewer.go}</Button>
        </form>
      )}
    </nav>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Whether the key belongs to the browser, to a text field, or to a control with its own navigation. */
const isForOthers = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.altKey ||
  event.ctrlKey ||
  event.metaKey ||
  event.shiftKey ||
  (event.target instanceof Element && event.target.closest("input, textarea, select, [role=dialog]") !== null);
