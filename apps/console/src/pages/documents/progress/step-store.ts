import type { DocumentStep } from "@quarry/http/console";
import { useCallback, useSyncExternalStore } from "react";

export type { DocumentStep };

// Newest step of each document in processing, by id. Each row subscribes to its own document only.
const steps = new Map<string, DocumentStep>();
const listeners = new Map<string, Set<() => void>>();

const notifyListeners = (documentId: string): void => {
  for (const listener of listeners.get(documentId) ?? []) listener();
};

export const putStep = (step: DocumentStep): void => {
  steps.set(step.documentId, step);
  notifyListeners(step.documentId);
};

/** Drops the step of a document whose record is more recent. */
export const dropStep = (documentId: string): void => {
  if (steps.delete(documentId)) notifyListeners(documentId);
};

export const isFinalStep = ({ step }: DocumentStep): boolean => step === "complete" || step === "failed";

/** Current step of a document, or undefined if it is not known to be in processing. */
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
