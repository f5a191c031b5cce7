import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { documents as texts } from "../../../strings/documents.ts";
import { tellDone, tellFailed } from "../../../ui/toast.tsx";
import { type BulkResult, deleteDocuments, type OnDone, reprocessDocuments } from "./bulk.ts";

export interface BulkProgress {
  readonly label: string;
  readonly done: number;
  readonly of: number;
}

interface BulkAction {
  readonly run: (collection: string, ids: readonly string[], onDone: OnDone) => Promise<BulkResult>;
  readonly doing: string;
  readonly didText: (count: number) => string;
  readonly failedText: (count: number) => string;
}

const DELETE: BulkAction = {
  run: deleteDocuments,
  doing: texts.deleting,
  didText: texts.deleted,
  failedText: texts.notDeleted,
};

const REPROCESS: BulkAction = {
  run: reprocessDocuments,
  doing: texts.reprocessing,
  didText: texts.reprocessQueued,
  failedText: texts.notReprocessed,
};

/** Deletes and processes many documents, tells how far that is, and in the end what became of it. */
export const useBulk = (collection: string) => {
  const client = useQueryClient();
  const [progress, setProgress] = useState<BulkProgress>();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ action, ids }: { readonly action: BulkAction; readonly ids: readonly string[] }) => {
      const tell = (done: number) => setProgress({ label: action.doing, done, of: ids.length });
      tell(0);
      return action.run(collection, ids, tell);
    },
    onSuccess: ({ done, failed, error }, { action }) => {
      if (done > 0) tellDone(action.didText(done));
      if (failed > 0) tellFailed(action.failedText(failed), error);
    },
    onError: (error, { action, ids }) => tellFailed(action.failedText(ids.length), error),
    onSettled: () => {
      setProgress(undefined);
      return client.invalidateQueries({ queryKey: ["documents", collection] });
    },
  });
  return {
    progress,
    isPending,
    remove: (ids: readonly string[]) => mutateAsync({ action: DELETE, ids }),
    reprocess: (ids: readonly string[]) => mutateAsync({ action: REPROCESS, ids }),
  };
};
