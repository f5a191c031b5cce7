import { DomainError } from "@quarry/plugin/domain";
import type { DocumentRecord } from "@quarry/store";
import { Effect } from "effect";

/**
 * Fails with `outdated` if the document's state differs from the one that the caller expects. Undefined skips the
 * check.
 */
export const refuseOutdated = (
  document: Pick<DocumentRecord, "id" | "updatedAt"> | undefined,
  ifUpdatedAt: string | undefined,
): Effect.Effect<void, DomainError> => {
  if (ifUpdatedAt === undefined || document?.updatedAt === ifUpdatedAt) return Effect.void;
  const now =
    document === undefined ? "the document does not exist" : `document ${document.id} has ${document.updatedAt}`;
  const message = `if_updated_at: ${ifUpdatedAt} is outdated: ${now}; read it again`;
  return Effect.fail(new DomainError({ code: "outdated", message }));
};
