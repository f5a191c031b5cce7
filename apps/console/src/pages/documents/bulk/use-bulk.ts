import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { documentForms } from "../../../strings/document-forms.ts";
import { notifyDone, notifyFailed } from "../../../ui/toast.tsx";
import { recordStart } from "../operations/use-operations.ts";
import type { Target } from "./target.ts";
import { type Work, workOn } from "./work.ts";

export interface BulkProgress {
  readonly label: string;
  readonly done: number;
  readonly of: number;
}

export interface BulkOrder {
  readonly target: Target;
  readonly work: Work;
  /** Number of affected documents, as counted in advance. */
  readonly count: number;
}

/** Runs a bulk action, and reports its progress and result. */
export const useBulk = (collection: string) => {
  const client = useQueryClient();
  const [progress, setProgress] = useState<BulkProgress>();
  const { mutateAsync } = useMutation({
    mutationFn: ({ target, work, count }: BulkOrder) => {
      const reportProgress = (done: number) =>
        setProgress({ label: documentForms.bulk[work.kind].doing, done, of: count });
      reportProgress(0);
      return workOn(collection, { target, count }, work, reportProgress);
    },
    onSuccess: ({ done, failed, error, operation }, { work: { kind } }) => {
      const texts = documentForms.bulk[kind];
      if (done > 0) notifyDone(texts.did(done));
      if (failed > 0) notifyFailed(texts.failed(failed), error);
      if (operation !== undefined) recordStart(client, collection, operation);
    },
    onError: (error, { work, count }) => notifyFailed(documentForms.bulk[work.kind].failed(count), error),
    onSettled: () => {
      setProgress(undefined);
      return client.invalidateQueries({ queryKey: ["documents", collection] });
    },
  });
  return { progress, run: mutateAsync };
};
