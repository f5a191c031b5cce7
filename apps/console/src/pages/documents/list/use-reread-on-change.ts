import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type DocumentFilter, listKey } from "../documents-data.ts";

/** Reads what is shown of the list again when another number of documents fits the filter than before. */
export const useRereadOnChange = (collection: string, filter: DocumentFilter, total: number | undefined): void => {
  const client = useQueryClient();
  const known = useRef(new Map<string, number>());
  useEffect(() => {
    if (total === undefined) return;
    const key = `${collection}/${filter}`;
    const before = known.current.get(key);
    known.current.set(key, total);
    if (before !== undefined && before !== total) {
      void client.invalidateQueries({ queryKey: [...listKey(collection), filter] });
    }
  }, [client, collection, filter, total]);
};
