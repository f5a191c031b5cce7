import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Copy, SlidersHorizontal } from "lucide-react";
import { useId, useState } from "react";
import { facetFieldsOf, isOfDocuments } from "../../../filters/facet-fields.ts";
import { Facets } from "../../../filters/facets.tsx";
import { FilterEditor } from "../../../filters/filter-editor.tsx";
import type { Filter } from "../../../filters/filter-rows.ts";
import { documents as documentsTexts } from "../../../strings/documents.ts";
import { Button } from "../../../ui/button.tsx";
import { Select, TextField } from "../../../ui/field.tsx";
import { documentsQuery } from "../documents-data.ts";
import { DuplicatesDialog } from "./duplicates-dialog.tsx";
import styles from "./list-tools.module.css";
import { EVERYTHING, hasFilters, type ListView, SORTS } from "./list-view.ts";
import { useTyped } from "./use-typed.ts";

const texts = documentsTexts.tools;

const SORT_OPTIONS = SORTS.map((value) => ({ value, label: texts.sorts[value] }));

export interface ListToolsProps {
  readonly collection: string;
  readonly view: ListView;
  readonly onChange: (part: Partial<ListView>) => void;
  /** Number of matching documents, or undefined without a query or before it is known. */
  readonly matched: number | undefined;
}

/** Tools that find documents by name, by filters and by duplicate content, and sort them. */
export function ListTools({ collection, view, onChange, matched }: ListToolsProps) {
  const [isOpen, setOpen] = useState(hasFilters(view));
  const [showsDuplicates, showDuplicates] = useState(false);
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
        <Button icon={<Copy aria-hidden />} onPress={() => showDuplicates(true)}>
          {documentsTexts.duplicates.open}
        </Button>
        <span className={styles.matched} role="status">
          {matched !== undefined && texts.matched(matched)}
        </span>
      </div>
      <div id={panel} className={styles.panel} hidden={!isOpen}>
        {isOpen && <Filters collection={collection} view={view} onChange={onChange} />}
      </div>
      {showsDuplicates && <DuplicatesDialog collection={collection} onClose={() => showDuplicates(false)} />}
    </>
  );
}

/** Editor for conditions, and facet values to choose from. */
function Filters({ collection, view, onChange }: Omit<ListToolsProps, "matched">) {
  const { filters } = view;
  const apply = (next: Filter) => onChange({ filters: next });
  // Text compares by value; an object would not.
  const [typed, type] = useTyped(JSON.stringify(filters), (text) => apply(JSON.parse(text) as Filter));
  const page = useQuery({ ...documentsQuery(collection, view, 0), placeholderData: keepPreviousData });
  const fields = facetFieldsOf((page.data?.documents ?? []).map(({ metadata }) => metadata));
  return (
    <>
      <FilterEditor filters={JSON.parse(typed) as Filter} onChange={(next) => type(JSON.stringify(next))} />
      <p className={styles.hint}>{texts.filterHint}</p>
      {hasFilters(view) && (
        <div>
          <Button size="small" variant="quiet" onPress={() => apply(EVERYTHING.filters)}>
            {texts.clearFilters}
          </Button>
        </div>
      )}
      {isOfDocuments(filters) && <Facets collection={collection} request={{ fields, filters }} onChange={apply} />}
    </>
  );
}
