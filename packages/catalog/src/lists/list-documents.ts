import {
  canonicalString,
  checkExact,
  describeValue,
  type DomainError,
  type Filter,
  invalidArgument,
  isJsonObject,
} from "@quarry/plugin/domain";
import {
  type CollectionRecord,
  type DocumentListRequest,
  type DocumentRecord,
  type DocumentRepositoryService,
  type DocumentSort,
  type DocumentSortKey,
  type Page,
  type StoreError,
} from "@quarry/store";
import { Effect } from "effect";
import { refusing } from "../refusing.ts";
import { allOf, documentFilter } from "./document-filter.ts";
import { FilterScheduler } from "../schedulers.ts";
import { fromCursor, toCursor } from "./list-cursor.ts";

/** Query for a list of documents, with its order. */
export interface DocumentListQuery extends DocumentListRequest {
  /** A filter as JSON. */
  readonly filters?: string | undefined;
  /** Substring of the file name, case-insensitive. */
  readonly filename?: string | undefined;
  readonly fileType?: string | undefined;
  readonly externalId?: string | undefined;
  /** A document sort key, with a `-` prefix for descending. Default: by creation. */
  readonly sort?: string | undefined;
  /** Cursor at the end of the previous page. */
  readonly cursor?: string | undefined;
}

export interface DocumentListing extends Page<DocumentRecord> {
  /** Cursor of the next page. Undefined on the last page, and for a plain list, which uses offsets. */
  readonly nextCursor?: string | undefined;
}

/** Lists documents of a collection that the caller can see. */
export const listDocuments = Effect.fnUntraced(function* (
  repository: DocumentRepositoryService,
  { id }: CollectionRecord,
  request: DocumentListQuery,
): Effect.fn.Return<DocumentListing, DomainError | StoreError> {
  const { filters, filename, fileType, externalId, sort: name, cursor, status, failedBy, limit, offset } = request;
  const input = yield* filters === undefined ? Effect.succeed(undefined) : refusing(() => parsedFilters(filters));
  const filter = allOf([
    yield* documentFilter(input),
    fileType === undefined ? undefined : equal("file_type", fileType.toLowerCase()),
    externalId === undefined ? undefined : equal("external_id", canonicalString(externalId)),
  ]);
  const isPlain = [filters, filter, filename, name, cursor].every((part) => part === undefined);
  if (isPlain) return yield* repository.list(id, request);
  const sort = sortOf(name ?? "created_at");
  const after = yield* cursor === undefined ? Effect.succeed(undefined) : refusing(() => fromCursor(cursor, sort));
  const requested = { filter, filename, status, failedBy, sort, limit, offset, after };
  const page = yield* (yield* FilterScheduler).admit(repository.listSorted(id, requested));
  return { items: page.items, total: page.total, nextCursor: page.next && toCursor(sort, page.next) };
});

const equal = (path: string, value: string): Filter => ({ op: "eq", path, value, negated: false });

/** The contract restricts the possible values. */
const sortOf = (name: string): DocumentSort => {
  const isDescending = name.startsWith("-");
  return { key: name.slice(isDescending ? 1 : 0) as DocumentSortKey, isDescending };
};

const parsedFilters = (text: string) => {
  let filters: unknown;
  try {
    filters = JSON.parse(text);
  } catch {
    throw invalidArgument(`filters: must be a JSON object, got ${describeValue(text)}`);
  }
  if (!isJsonObject(filters)) throw invalidArgument(`filters: must be a JSON object, got ${describeValue(filters)}`);
  checkExact(filters, "filters", text);
  return filters;
};
