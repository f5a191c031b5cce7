import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { filters as texts } from "../strings/filters.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Select, TextField } from "../ui/field.tsx";
import styles from "./filter-editor.module.css";
import { type Filter, filterOf, type FilterRow, isObject, OPERATORS, rowsOf } from "./filter-rows.ts";

export interface FilterEditorProps {
  readonly filters: Filter | undefined;
  readonly onChange: (filters: Filter) => void;
}

const NO_FILTER = {};

interface EditorProps {
  readonly filters: Filter;
  readonly onChange: (filters: Filter) => void;
}

/** Editor of a filter, as rows or as JSON. Each view shows the other's changes where it can. */
export function FilterEditor({ filters = NO_FILTER, onChange }: FilterEditorProps) {
  const now = JSON.stringify(filters);
  const [seen, setSeen] = useState(now);
  const [made, setMade] = useState(now);
  const [edition, setEdition] = useState(0);
  // Typed text stays unchanged. A filter that arrives from outside starts a new edit.
  if (now !== seen) {
    setSeen(now);
    if (now !== made) setEdition(edition + 1);
    setMade(now);
  }
  const change = (next: Filter) => {
    setMade(JSON.stringify(next));
    onChange(next);
  };
  return <Editor key={edition} filters={filters} onChange={change} />;
}

function Editor({ filters, onChange }: EditorProps) {
  const [rows, setRows] = useState(() => rowsOf(filters));
  const [isJson, setJson] = useState(rows === undefined);
  const showForm = () => {
    const shown = rowsOf(filters);
    setRows(shown);
    setJson(shown === undefined);
  };
  const changeRows = (next: readonly FilterRow[]) => {
    setRows(next);
    const filter = filterOf(next);
    if (JSON.stringify(filter) !== JSON.stringify(filters)) onChange(filter);
  };
  return (
    <fieldset className={styles.editor}>
      <legend className="visually-hidden">{texts.label}</legend>
      <div className={styles.head}>
        <span className={styles.legend} aria-hidden>
          {texts.label}
        </span>
        <span className={styles.ways}>
          <Button size="small" variant="quiet" onPress={showForm} isDisabled={!isJson || rowsOf(filters) === undefined}>
            {texts.asForm}
          </Button>
          <Button size="small" variant="quiet" onPress={() => setJson(true)} isDisabled={isJson}>
            {texts.asJson}
          </Button>
        </span>
      </div>
      {isJson ? (
        <JsonFilter filters={filters} onChange={onChange} />
      ) : (
        <FilterForm rows={rows ?? []} onChange={changeRows} />
      )}
    </fieldset>
  );
}

interface FilterFormProps {
  readonly rows: readonly FilterRow[];
  readonly onChange: (rows: readonly FilterRow[]) => void;
}

function FilterForm({ rows, onChange }: FilterFormProps) {
  const set = (at: number, change: Partial<FilterRow>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...change } : row)));
  return (
    <>
      <p className={styles.hint}>{rows.length === 0 ? texts.hint : texts.valueHint}</p>
      {rows.map((row, index) => (
        // Rows have no identifier except their index.
        // eslint-disable-next-line react/no-array-index-key
        <div key={index} className={styles.row}>
          <TextField label={texts.field} value={row.field} onChange={(field) => set(index, { field })} isMonospaced />
          <Select
            label={texts.operator}
            value={row.operator}
            onChange={(operator) => set(index, { operator })}
            options={OPERATORS.map((value) => ({ value, label: texts.operators[value] }))}
          />
          <TextField label={texts.value} value={row.value} onChange={(value) => set(index, { value })} />
          <IconButton label={texts.remove(row.field)} onPress={() => onChange(rows.filter((_, at) => at !== index))}>
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={<Plus aria-hidden />}
          onPress={() => onChange([...rows, { field: "", operator: "$eq", value: "" }])}
        >
          {texts.add}
        </Button>
      </div>
    </>
  );
}

function JsonFilter({ filters, onChange }: EditorProps) {
  const [text, setText] = useState(() => JSON.stringify(filters, null, 2));
  const problem = problemOf(text);
  const change = (next: string) => {
    setText(next);
    if (problemOf(next) === undefined) onChange(parsed(next));
  };
  return (
    <TextField
      label={texts.json}
      {...(rowsOf(filters) === undefined && { hint: texts.notInForm })}
      value={text}
      onChange={change}
      error={problem === undefined ? undefined : texts.notJson(problem)}
      rows={5}
      isMonospaced
    />
  );
}

const parsed = (text: string): Filter => (text.trim() === "" ? {} : (JSON.parse(text) as Filter));

const problemOf = (text: string): string | undefined => {
  try {
    return isObject(parsed(text)) ? undefined : text;
  } catch (error) {
    return (error as Error).message;
  }
};
