import type { DocumentStep } from "@quarry/http/console";
import { useCallback, useSyncExternalStore } from "react";

export type { DocumentStep };

// The newest step of each document in process, by id: a row hears of its own document only.
const steps = new Map<string, DocumentStep>();
const listeners = new Map<string, Set<() => void>>();

const tell = (documentId: string): void => {
  for (const listener of listeners.get(documentId) ?? []) listener();
};

export const putStep = (step: DocumentStep): void => {
  steps.set(step.documentId, step);
  tell(step.documentId);
};

/** Drops the step of a document whose record is more recent. */
export const dropStep = (documentId: string): void => {
  if (steps.delete(documentId)) tell(documentId);
};

export const isFinalStep = ({ step }: DocumentStep): boolean => step === "complete" || step === "failed";

/** Current step of a document; undefined when it is not being processed, as far as is known. */
export const useStep = (documentId: string | undefined): DocumentStep | undefined => {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (documentId === undefined) return () => undefined;
      const own = listeners.get(documentId) ?? new Set();
      listeners.set(documentId, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(documentId) === own) listeners.delete(documentId);
      };
    },
    [documentId],
  );
  return useSyncExternalStore(subscribe, () => (documentId === undefined ? undefined : steps.get(documentId)));
};
