import type { FilterCondition } from "@quarry/plugin/domain";
import { Column, columnKey, type ColumnKind } from "./column.ts";
import { VALUE_KIND } from "./value-column.ts";

/** Kinds of columns. The first one that can answer the conditions on a path does; the last one answers any. */
const KINDS: readonly ColumnKind[] = [VALUE_KIND];

/** Returns the key of the column that answers these conditions on a path. */
export const keyFor = (path: string, conditions: readonly FilterCondition[]): string => {
  const kind = KINDS.find(({ canAnswer }) => canAnswer(conditions))!;
  return columnKey(path, kind);
};

/** Creates the empty column of a key. Fails if the key is of a kind that only a newer version has. */
export const makeColumn = (key: string): Column => {
  const kind = KINDS.find((one) => key.startsWith(columnKey("", one)))!;
  return new Column(key.slice(columnKey("", kind).length), kind);
};
