import { ChevronDown, ChevronUp } from "lucide-react";
import { type FormEvent, useState } from "react";
import { documents as texts } from "../../../strings/documents.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { NumberField } from "../../../ui/number-field.tsx";
import styles from "./chunk-tools.module.css";

export interface ChunkToolsProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Status of the search. Empty if there is no search. */
  readonly status: string;
  readonly hasMatches: boolean;
  /** Moves by this number of matches; a negative number moves back. */
  readonly onStep: (by: number) => void;
  /** Undefined if the format has no pages. */
  readonly pageCount: number | undefined;
  readonly onPage: (page: number) => void;
}

/** Toolbar that searches the document for a text and jumps to a page. */
export function ChunkTools({ text, onText, status, hasMatches, onStep, pageCount, onPage }: ChunkToolsProps) {
  const [page, setPage] = useState(Number.NaN);
  return (
    <div className={styles.tools}>
      <form className={styles.find} role="search" onSubmit={(event) => submit(event, () => onStep(1))}>
        <TextField label={texts.viewer.search} value={text} onChange={onText} type="search" autoComplete="off" />
        <IconButton label={texts.viewer.previous} isDisabled={!hasMatches} onPress={() => onStep(-1)}>
          <ChevronUp aria-hidden />
        </IconButton>
        <IconButton label={texts.viewer.next} isDisabled={!hasMatches} onPress={() => onStep(1)}>
          <ChevronDown aria-hidden />
        </IconButton>
        <span className={styles.said} role="status">
          {status}
        </span>
      </form>
      {pageCount !== undefined && pageCount > 1 && (
        <form className={styles.jump} onSubmit={(event) => submit(event, () => !Number.isNaN(page) && onPage(page))}>
          <NumberField label={texts.viewer.jump} value={page} onChange={setPage} minimum={1} maximum={pageCount} />
          <Button type="submit">{texts.viewer.go}</Button>
        </form>
      )}
    </div>
  );
}

const submit = (event: FormEvent, run: () => void): void => {
  event.preventDefault();
  run();
};
