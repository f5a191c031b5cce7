import { useMemo, useSyncExternalStore } from "react";
import { isInPage, type Upload, type UploadState } from "./upload.ts";
import { uploads } from "./upload-queue.ts";

/** Sort order by state: uploads in progress first, then failures, which need attention, before those that wait. */
const ORDER: Readonly<Record<UploadState, number>> = { sending: 0, processing: 1, failed: 2, queued: 3, ready: 4 };

/** Files added to a collection since the console was opened. Those in progress come first. */
export const useUploads = (collection: string): readonly Upload[] => {
  const all = useSyncExternalStore(uploads.subscribe, uploads.snapshot);
  return useMemo(() => inOrder(all.filter((upload) => upload.collection === collection)), [all, collection]);
};

/** Whether the collection has any uploads, as in `useUploads`. */
export const useHasUploads = (collection: string): boolean =>
  useSyncExternalStore(uploads.subscribe, () => uploads.snapshot().some((upload) => upload.collection === collection));

const inOrder = (all: readonly Upload[]): readonly Upload[] => all.toSorted((a, b) => ORDER[a.state] - ORDER[b.state]);

export interface UploadTotals {
  readonly count: number;
  /** Number of files queued or being sent. */
  readonly inPage: number;
  readonly processing: number;
  readonly ready: number;
  readonly failed: number;
  readonly sentBytes: number;
  readonly bytes: number;
  /** Whether the service does not answer. Waiting files are sent when it does. */
  readonly isInterrupted: boolean;
}

export const totalsOf = (all: readonly Upload[]): UploadTotals => {
  const totals = { count: all.length, inPage: 0, processing: 0, ready: 0, failed: 0, sentBytes: 0, bytes: 0 };
  let isInterrupted = false;
  for (const upload of all) {
    if (isInPage(upload)) totals.inPage += 1;
    else totals[upload.state as "processing" | "ready" | "failed"] += 1;
    totals.bytes += upload.file.size;
    totals.sentBytes += upload.documentId === undefined && !isInPage(upload) ? upload.file.size : upload.sentBytes;
    isInterrupted ||= upload.isInterrupted;
  }
  return { ...totals, isInterrupted };
};
