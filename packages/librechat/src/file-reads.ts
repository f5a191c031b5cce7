import { Documents, Queries, type QueryAnswer } from "@quarry/catalog";
import type { GroupRequest } from "@quarry/http/protocols";
import { passagePages, runFor } from "@quarry/http/rpc";
import type { CallContext } from "@quarry/http/rpc/handler";
import { DomainError, isDomainError, type JsonObject, limits } from "@quarry/plugin/domain";
import { PassageJoiner } from "@quarry/text/join-passages";
import type { DocumentRecord } from "@quarry/store";
import { Effect } from "effect";
import { readerOf } from "./librechat-callers.ts";
import type { Question } from "./read-request.ts";

/** Returns the context of a read, restricted to what the user may see. */
const reading = ({ context, principal }: GroupRequest, entityId?: string): CallContext => ({
  ...{ requestId: context.requestId, signal: context.signal, answer: context.answer },
  ...{ header: (name: string) => context.header(name), responseHeaders: context.responseHeaders },
  principal: readerOf(principal, entityId),
});

/** Creates the reads of the collection's files, restricted to what the user may see. */
export const makeFileReads = Effect.fnUntraced(function* (collection: string) {
  const documents = yield* Documents;
  const queries = yield* Queries;

  /** Returns pairs of a passage and its distance, nearest first; none if the collection does not exist yet. */
  const search = async (request: GroupRequest, { query, fileIds, k, entityId }: Question) => {
    const filters = { file_id: { $in: [...fileIds] } };
    const requested = queries.query(collection, { query, topK: k, minScore: 0, filters, citations: true });
    const { results } = await runFor(
      reading(request, entityId),
      Effect.catchIf(requested, isNotFound, () => NOTHING),
    );
    return results.map((result) => [toDocument(result.text, result.metadata), 1 - result.score] as const);
  };

  /** Returns the ids of the user's files. */
  const ids = async (request: GroupRequest): Promise<readonly string[]> => {
    const context = reading(request);
    const found: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = { limit: limits.MAX_PAGE_SIZE, offset: 0, sort: "created_at", cursor };
      const listing = documents.list(collection, page);
      const listed = await runFor(
        context,
        Effect.catchIf(listing, isNotFound, () => Effect.succeed(NO_FILES)),
      );
      const more = listed.items.flatMap(({ externalId }) => externalId ?? []);
      await context.answer?.reserve(more.join("").length);
      found.push(...more);
      cursor = listed.nextCursor;
      if (cursor === undefined) return found;
    }
  };

  /** Returns the files with these ids. Fails with `not_found` if any is missing. */
  const files = async (
    context: Pick<CallContext, "principal" | "signal" | "answer">,
    fileIds: readonly string[],
  ): Promise<readonly DocumentRecord[]> => {
    const names = fileIds.map((externalId) => ({ externalId }));
    const found = documents.getMany(collection, names);
    const records = await runFor(
      context,
      Effect.catchIf(found, isNotFound, () => Effect.succeed([])),
    );
    if (records.length < fileIds.length) throw someMissing;
    return records;
  };

  /** Yields the passages of a file, read from the database page by page. */
  async function* passages(context: CallContext, { id }: DocumentRecord) {
    const listing = await runFor(context, documents.chunks(collection, id, {}));
    for await (const some of passagePages(listing, context)) {
      await context.answer?.reserve(some.reduce((sum, { text }) => sum + text.length, 0));
      yield some;
    }
  }

  const chunks = async (request: GroupRequest, fileIds: readonly string[]) => {
    const context = reading(request);
    const all: ReturnType<typeof toDocument>[] = [];
    for (const file of await files(context, fileIds)) {
      for await (const some of passages(context, file)) {
        all.push(...some.map(({ text, metadata }) => toDocument(text, metadata)));
      }
    }
    return all;
  };

  const text = async (request: GroupRequest, fileId: string): Promise<string> => {
    const context = reading(request);
    const [file] = await files(context, [fileId]);
    const joiner = new PassageJoiner();
    const parts: string[] = [];
    for await (const some of passages(context, file!)) {
      for (const passage of some) {
        const joined = joiner.add(passage);
        parts.push(joined.gap, joined.text);
      }
    }
    return parts.join("");
  };

  return { search, ids, files, chunks, text };
});

/** Converts a passage to LangChain's format; LibreChat cites `source` and `page`. */
const toDocument = (text: string, metadata: JsonObject) => {
  const { file_id: fileId, user_id: userId, filename, content_hash: digest, page } = metadata;
  return {
    page_content: text,
    metadata: {
      ...{ file_id: fileId, user_id: userId, source: filename, digest },
      ...(typeof page === "number" && { page }),
    },
  };
};

const isNotFound = (error: unknown): boolean => isDomainError(error, "not_found");

const NOTHING = Effect.succeed<Pick<QueryAnswer, "results">>({ results: [] });
const NO_FILES = { items: [], total: 0, nextCursor: undefined };

const someMissing = new DomainError({ code: "not_found", message: "One or more IDs not found" });
