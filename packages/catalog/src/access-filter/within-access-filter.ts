import { type AccessFilter, CurrentCaller } from "@quarry/index";
import { DomainError } from "@quarry/plugin/domain";
import { documentMetadata, type DocumentRecord } from "@quarry/store";
import { Effect } from "effect";

/** Access filter of the running effect's caller. Undefined: the caller can see and change everything. */
export const callersAccessFilter: Effect.Effect<AccessFilter | undefined> = Effect.map(
  CurrentCaller,
  ({ accessFilter }) => accessFilter,
);

/**
 * Whether a document matches the access filter. It is evaluated on the record's metadata, which its chunks carry too,
 * so it also works for documents that are not or never searchable.
 */
export const isWithin = (accessFilter: AccessFilter | undefined, document: DocumentRecord): boolean =>
  accessFilter === undefined || accessFilter.matches(documentMetadata(document, document.info ?? {}));

/** Fails unless the document, as just written, matches the caller's access filter. */
export const refuseOutside = Effect.fnUntraced(function* (document: DocumentRecord, field: string) {
  if (!isWithin(yield* callersAccessFilter, document)) return yield* outside(field);
});

/**
 * Error for a write that doesn't match the access filter. It describes the values sent and discloses no stored value.
 */
export const outside = (field: string): DomainError =>
  new DomainError({
    code: "permission_denied",
    message: `${field}: must match the filter of this key, and what was sent does not`,
  });
