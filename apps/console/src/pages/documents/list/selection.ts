import { useMemo, useState } from "react";
import { allBut, type Target } from "../bulk/target.ts";
import type { ListView } from "./list-view.ts";

export interface Selection {
  /** Number of selected documents, of so many in the list. */
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
  /** All of the view are, but those whose ids are named. */
  readonly isAll: boolean;
  readonly ids: ReadonlySet<string>;
}

const NOTHING: Chosen = { isAll: false, ids: new Set() };

/** The documents that are chosen, shown or not. Of a view that a filter says, all are chosen without being read. */
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

/** Whether a filter says all of a view: it can't ask for a status, nor for a part of a name whatever its case. */
export const isSaidByFilter = ({ status, filename }: ListView): boolean => status === "all" && filename === "";
