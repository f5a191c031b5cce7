import { describeValue, type DomainError, invalidArgument } from "@quarry/plugin/domain";
import type {
  CollectionRecord,
  DocumentRecord,
  DocumentRepositoryService,
  DuplicatesPage,
  StoreError,
} from "@quarry/store";
import { Effect } from "effect";
import { callersAccessFilter, isWithin } from "../access-filter/within-access-filter.ts";
import { FilterScheduler } from "../schedulers.ts";

export interface DuplicatesQuery {
  /** Maximum number of groups. */
  readonly limit: number;
  /** Cursor at the end of the previous page. */
  readonly cursor?: string | undefined;
}

const HASH = /^[0-9a-f]{64}$/;

/** Groups documents with identical bytes that the caller can see. */
export const listDuplicates = Effect.fnUntraced(function* (
  repository: DocumentRepositoryService,
  { id }: CollectionRecord,
  { limit, cursor }: DuplicatesQuery,
): Effect.fn.Return<DuplicatesPage, DomainError | StoreError> {
  if (cursor !== undefined && !HASH.test(cursor)) return yield* notACursor(cursor);
  const accessFilter = yield* callersAccessFilter;
  const isMeant = (document: DocumentRecord) => isWithin(accessFilter, document);
  return yield* (yield* FilterScheduler).admit(repository.duplicates(id, { limit, after: cursor, isMeant }));
});

const notACursor = (cursor: string): DomainError =>
  invalidArgument(`cursor: must be the next_cursor of a page of this list, got ${describeValue(cursor)}`);
