import type { DocumentMessage, DocumentStatus } from "./documents-data.ts";
import { type DocumentStep, isFinalStep, useStep } from "./progress/step-store.ts";

export interface LiveStatus {
  readonly status: DocumentStatus;
  /** Current step of a document in processing, if known. */
  readonly step: DocumentStep | undefined;
}

/** Status of a document: from its record, or from its steps if they are more recent. */
export const useLiveStatus = ({ id, status }: Pick<DocumentMessage, "id" | "status">): LiveStatus => {
  const step = useStep(id);
  if (step === undefined) return { status, step };
  if (isFinalStep(step)) return { status: step.step === "complete" ? "ready" : "failed", step: undefined };
  return { status: "processing", step };
};
