import { SlidersHorizontal } from "lucide-react";
import { useId, useState } from "react";
import { FilterEditor } from "../../../filters/filter-editor.tsx";
import type { Filter } from "../../../filters/filter-rows.ts";
import { documents as documentsTexts } from "../../../strings/documents.ts";
import { Button } from "../../../ui/button.tsx";
import { Select, TextField } from "../../../ui/field.tsx";
import styles from "./list-tools.module.css";
import { EVERYTHING, hasFilters, type ListView, SORTS } from "./list-view.ts";
import { useTyped } from "./use-typed.ts";

const texts = documentsTexts.tools;

const SORT_OPTIONS = SORTS.map((value) => ({ value, label: texts.sorts[value] }));

export interface ListToolsProps {
  readonly collection: string;
  readonly view: ListView;
  readonly onChange: (part: Partial<ListView>) => void;
  /** How many documents match; undefined where nothing is asked for, or it is not known yet. */
  readonly matched: number | undefined;
}

/** Finds documents by name and by filters, and sorts them. */
export function ListTools({ view, onChange, matched }: ListToolsProps) {
  const [isOpen, setOpen] = useState(hasFilters(view));
  const [filename, typeFilename] = useTyped(view.filename, (next) => onChange({ filename: next }));
  const panel = useId();
  const count = Object.keys(view.filters).length;
  return (
    <>
      <div className={styles.tools} role="search">
        <div className={styles.find}>
          <TextField
            label={texts.find}
            isLabelHidden
            type="search"
            placeholder={texts.findPlaceholder}
            value={filename}
            onChange={typeFilename}
            autoComplete="off"
          />
        </div>
        <div className={styles.sort}>
          <Select
            label={texts.sort}
            isLabelHidden
            value={view.sort}
            onChange={(sort) => onChange({ sort })}
            options={SORT_OPTIONS}
          />
        </div>
        <Button
          icon={<SlidersHorizontal aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={panel}
          onPress={() => setOpen(!isOpen)}
        >
          {count > 0 ? texts.filtersOf(count) : texts.filters}
        </Button>
        <span className={styles.matched} role="status">
          {matched !== undefined && texts.matched(matched)}
        </span>
      </div>
      <div id={panel} className={styles.panel} hidden={!isOpen}>
        {isOpen && <Filters filters={view.filters} onChange={(filters) => onChange({ filters })} />}
      </div>
    </>
  );
}

interface FiltersProps {
  readonly filters: Filter;
  readonly onChange: (filters: Filter) => void;
}

/** The editor keeps what was typed of a filter; a filter that comes from elsewhere is another editor. */
function Filters({ filters, onChange }: FiltersProps) {
  // As texts, which are the same when they say the same.
  const [typed, type] = useTyped(JSON.stringify(filters), (text) => onChange(JSON.parse(text) as Filter));
  const [own, setOwn] = useState(typed);
  const [edition, setEdition] = useState(0);
  if (own !== typed) {
    setOwn(typed);
    setEdition(edition + 1);
  }
  const change = (next: Filter) => {
    const text = JSON.stringify(next);
    setOwn(text);
    type(text);
  };
  return (
    <>
      <FilterEditor key={edition} filters={JSON.parse(typed) as Filter} onChange={change} />
      <p className={styles.hint}>{texts.filterHint}</p>
      {Object.keys(filters).length > 0 && (
        <div>
          <Button size="small" variant="quiet" onPress={() => onChange(EVERYTHING.filters)}>
            {texts.clearFilters}
          </Button>
        </div>
      )}
    </>
  );
}
