/** Step of a document's processing, as shown in the progress stream (spec: Progress steps). */
export interface ProgressEvent {
  readonly step: "parsing" | "chunking" | "embedding" | "complete" | "failed";
  readonly status: "in_progress" | "completed" | "failed";
  /** Message for people: counts of pages and chunks, or the error. */
  readonly message: string;
  /** Percentage, 0 to 100. */
  readonly progress: number;
}

const PROGRESS = { parsing: 25, chunking: 50, embedding: 75 } as const;

/** Returns the last step that begins at or before this progress. */
export const stepAt = (progress: number): keyof typeof PROGRESS => {
  if (progress >= PROGRESS.embedding) return "embedding";
  return progress >= PROGRESS.chunking ? "chunking" : "parsing";
};

export const inProgress = (step: keyof typeof PROGRESS, message: string): ProgressEvent => ({
  step,
  status: "in_progress",
  message,
  progress: PROGRESS[step],
});

const completed = (message: string): ProgressEvent => ({
  step: "complete",
  status: "completed",
  message,
  progress: 100,
});

/** Final step of a document that is now searchable. */
export const readyStep = (
  chunkCount: number,
  { pages, ocrPages }: { readonly pages?: number | undefined; readonly ocrPages?: number | undefined },
): ProgressEvent => {
  const chunks = `ready: ${chunkCount} ${chunkCount === 1 ? "chunk" : "chunks"}`;
  if (ocrPages === undefined || ocrPages === 0) return completed(chunks);
  const of = pages === undefined ? "" : ` of ${pages}`;
  return completed(`${chunks}; the text of ${ocrPages}${of} pages was recognised in images (OCR)`);
};

/** Final step of a document that failed. `progress` is its progress at the failure. */
export const failed = (message: string, progress: number): ProgressEvent => ({
  step: "failed",
  status: "failed",
  message,
  progress,
});

export const isFinal = (event: ProgressEvent): boolean => event.step === "complete" || event.step === "failed";
