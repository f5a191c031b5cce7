import { useMemo, useState } from "react";
import { allBut, type Target } from "../bulk/target.ts";
import type { ListView } from "./list-view.ts";

export interface Selection {
  /** Returns the number of selected documents, out of `total` in the list. */
  readonly countOf: (total: number) => number;
  readonly has: (id: string) => boolean;
  readonly set: (id: string, isSelected: boolean) => void;
  readonly selectAll: () => void;
  readonly replace: (ids: Iterable<string>) => void;
  readonly clear: () => void;
  /** Target of a bulk request. */
  readonly targetOf: (view: ListView) => Target;
}

interface Chosen {
  /** Whether all documents of the view are selected, except those whose ids are listed. */
  readonly isAll: boolean;
  readonly ids: ReadonlySet<string>;
}

const NOTHING: Chosen = { isAll: false, ids: new Set() };

/** Selected documents, shown or not. If a filter expresses the whole view, "select all" does not read its documents. */
export const useSelection = (): Selection => {
  const [{ isAll, ids }, setChosen] = useState(NOTHING);
  return useMemo(
    () => ({
      countOf: (total) => (isAll ? Math.max(0, total - ids.size) : ids.size),
      has: (id) => ids.has(id) !== isAll,
      set: (id, isSelected) =>
        setChosen((before) => {
          const after = new Set(before.ids);
          if (isSelected === before.isAll) after.delete(id);
          else after.add(id);
          return { isAll: before.isAll, ids: after };
        }),
      selectAll: () => setChosen({ isAll: true, ids: new Set() }),
      replace: (chosen) => setChosen({ isAll: false, ids: new Set(chosen) }),
      clear: () => setChosen(NOTHING),
      targetOf: (view) => (isAll ? allBut(view.filters, ids) : { by: "ids", ids: [...ids] }),
    }),
    [isAll, ids],
  );
};

/**
 * Whether a filter can express the whole view. Filters support neither the status nor a case-insensitive substring of
 * the name.
 */
export const canBeFilter = ({ status, filename }: ListView): boolean => status === "all" && filename === "";
