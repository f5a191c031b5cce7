import type { AccessFilter } from "@quarry/index";
import { CurrentCaller } from "@quarry/index";
import { DomainError } from "@quarry/plugin/domain";

import { documentMetadata, type DocumentRecord } from "@quarry/store";
import { Effect } from "effect";

/** Access filter of the running effect's caller; undefined: the caller may see and change everything. */
export const callersAccessFilter: Effect.Effect<AccessFilter | undefined> = Effect.map(
  CurrentCaller,
  ({ accessFilter }) => accessFilter,
);

/**
 * Whether a document lies within: by what its record says, which is what its chunks carry, so that one that can't be
 * searched yet, or never, is judged like any other.
 */
export const isWithin = (accessFilter: AccessFilter | undefined, document: DocumentRecord): boolean =>
  accessFilter === undefined || accessFilter.matches(documentMetadata(document, document.info ?? {}));

/** Fails unless the document, as it was just written, lies within the caller's access filter. */
export const refuseOutside = Effect.fnUntraced(function* (document: DocumentRecord, field: string) {
  if (!isWithin(yield* callersAccessFilter, document)) return yield* outside(field);
});

/**
 * Error for a write that doesn't match the access filter. It is about the values sent and discloses no stored value.
 */
export const outside = (field: string): DomainError =>
  new DomainError({
    code: "permission_denied",
    message: `${field}: must match the filter of this key, and what was sent does not`,
  });
