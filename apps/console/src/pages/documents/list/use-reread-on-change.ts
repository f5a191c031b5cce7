import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type DocumentCounts, listKey } from "../documents-data.ts";
import { keyOf, type ListView } from "./list-view.ts";

/** Reloads the visible part of the list when the number of documents with its status changes. */
export const useRereadOnChange = (collection: string, view: ListView, counts: DocumentCounts | undefined): void => {
  const client = useQueryClient();
  const known = useRef(new Map<string, number>());
  const viewKey = keyOf(view);
  const count = counts?.[view.status];
  useEffect(() => {
    if (count === undefined) return;
    const key = `${collection}/${viewKey}`;
    const before = known.current.get(key);
    known.current.set(key, count);
    if (before !== undefined && before !== count) {
      void client.invalidateQueries({ queryKey: [...listKey(collection), viewKey] });
    }
  }, [client, collection, viewKey, count]);
};
