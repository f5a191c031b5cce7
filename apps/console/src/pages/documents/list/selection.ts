import { useCallback, useMemo, useState } from "react";

export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly set: (id: string, isSelected: boolean) => void;
  readonly replace: (ids: Iterable<string>) => void;
  readonly clear: () => void;
}

/** The documents that are chosen, shown or not. */
export const useSelection = (): Selection => {
  const [ids, setIds] = useState<ReadonlySet<string>>(NONE);
  const set = useCallback(
    (id: string, isSelected: boolean) =>
      setIds((before) => {
        const after = new Set(before);
        if (isSelected) after.add(id);
        else after.delete(id);
        return after;
      }),
    [],
  );
  const replace = useCallback((chosen: Iterable<string>) => setIds(new Set(chosen)), []);
  const clear = useCallback(() => setIds(NONE), []);
  return useMemo(() => ({ ids, set, replace, clear }), [ids, set, replace, clear]);
};

const NONE: ReadonlySet<string> = new Set();
