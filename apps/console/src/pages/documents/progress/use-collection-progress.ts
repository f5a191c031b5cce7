import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { followCollection } from "./collection-progress.ts";

/** Keeps the documents of a collection up to date while the component is shown. */
export const useCollectionProgress = (collection: string): void => {
  const client = useQueryClient();
  useEffect(() => followCollection(client, collection), [client, collection]);
};
