import { Boundary, Scope } from "@quarry/api";
import { type FileStatus, fileIdOf } from "@quarry/catalog";
import type { GroupRequest, GroupRoute } from "@quarry/http/protocols";
import type { CollectionRecord, DocumentRecord, ListedPlace } from "@quarry/store";
import { Effect } from "effect";
import { filesIn, sayingsIn } from "./attach-request.ts";
import { Fields } from "./fields.ts";
import { idIn, toId } from "./ids.ts";
import { attributesPatch, deleted, toBatch, toStoreFile } from "./objects.ts";
import { given, listPage, pageQuery, type Window } from "./pages.ts";
import { ApiProblem } from "./problems.ts";
import { deleting, growing, patching, reading, type Services } from "./services.ts";
import { storeOf } from "./vector-store-routes.ts";

const BODY_BYTES = 1_048_576;

/** A batch of 2,000 files, each with as much said of it as may be, is below. */
const BATCH_BODY_BYTES = 32 * 1_048_576;

const MAX_BATCH_FILES = 2_000;

/** Characters of a file's text in one answer to `/content`; more is asked for by page. */
const CONTENT_CHARACTERS = 4_194_304;

/** How soon clients shall ask again: by themselves, Node's would after five seconds. */
const POLL_AFTER_MS = "250";

/** The routes of files in a store, which are its collection's documents, and of batches of them. */
export const storeFileRoutes = (services: Services): readonly GroupRoute[] => {
  const { stores, documents } = services;
  const read = { scope: Scope.READ, boundary: Boundary.KEPT };
  const write = { scope: Scope.WRITE, boundary: Boundary.KEPT };
  const ROOT = "/v1/vector_stores/{vector_store_id}";

  const found = (request: GroupRequest) =>
    Effect.gen(function* () {
      const { collection } = yield* storeOf(stores, request);
      idIn("file_id", request.path("file_id"));
      return { collection, document: yield* stores.findFile(collection, request.path("file_id")) };
    });

  const batchOf = (request: GroupRequest) =>
    Effect.gen(function* () {
      const { collection } = yield* storeOf(stores, request);
      const id = idIn("batch_id", request.path("batch_id"));
      return { collection, batch: yield* stores.getBatch(request.principal, collection, id) };
    });

  const polled = (request: GroupRequest) => request.context.responseHeaders.set("openai-poll-after-ms", POLL_AFTER_MS);

  const listed = async (
    request: GroupRequest,
    collection: CollectionRecord,
    list: (
      asked: Window<ListedPlace> & { readonly status: FileStatus | undefined },
    ) => Effect.Effect<readonly DocumentRecord[], unknown>,
  ) => {
    const page = pageQuery(request.query, 100, 20);
    const filter = new Fields({ filter: given(request.query, "filter") ?? null });
    const status = filter.oneOf("filter", ["in_progress", "completed", "failed", "cancelled"]);
    const param = page.after === undefined ? "before" : "after";
    const json = await listPage(
      page,
      (id) => {
        idIn("file_id", id, param);
        return reading(request, stores.placeOfFile(collection, id));
      },
      (window) => reading(request, list({ ...window, status })),
      (document) => toStoreFile(document, collection),
    );
    return { json };
  };

  return [
    {
      verb: "POST",
      path: `${ROOT}/files`,
      ...write,
      answer: async (request) => {
        const body = new Fields(await request.json(BODY_BYTES));
        const fileId = idIn("file_id", body.required("file_id", body.value("file_id")));
        const file = { fileId, ...sayingsIn(body) };
        const attaching = Effect.gen(function* () {
          const store = yield* storeOf(stores, request);
          yield* stores.use(store);
          const [document] = yield* stores.attach(request.principal, store.collection, [file]);
          return toStoreFile(document!, store.collection);
        });
        polled(request);
        return { json: await growing(services, request, attaching) };
      },
    },
    {
      verb: "GET",
      path: `${ROOT}/files`,
      ...read,
      answer: async (request) => {
        const { collection } = await reading(request, storeOf(stores, request));
        return listed(request, collection, (asked) => stores.files(collection, asked));
      },
    },
    {
      verb: "GET",
      path: `${ROOT}/files/{file_id}`,
      ...read,
      answer: async (request) => {
        const { collection, document } = await reading(request, found(request));
        polled(request);
        return { json: toStoreFile(document, collection) };
      },
    },
    {
      verb: "POST",
      path: `${ROOT}/files/{file_id}`,
      ...write,
      answer: async (request) => {
        const body = new Fields(await request.json(BODY_BYTES));
        const attributes = body.isCleared("attributes")
          ? {}
          : body.required("attributes", body.pairs("attributes", "any"));
        const changing = Effect.gen(function* () {
          const { collection, document } = yield* found(request);
          const metadata = attributesPatch(document.metadata, attributes);
          return toStoreFile(yield* documents.patch(collection.name, document.id, { metadata }), collection);
        });
        return { json: await patching(services, request, changing) };
      },
    },
    {
      verb: "DELETE",
      path: `${ROOT}/files/{file_id}`,
      ...write,
      answer: async (request) => {
        const removing = Effect.gen(function* () {
          const { collection, document } = yield* found(request);
          yield* stores.noteRemoved(document);
          yield* documents.remove(collection.name, document.id);
        });
        await deleting(services, request, removing);
        return deleted(request.path("file_id"), "vector_store.file.deleted");
      },
    },
    {
      verb: "GET",
      path: `${ROOT}/files/{file_id}/content`,
      ...read,
      answer: async (request) => ({
        json: await contentPage(services, request, await reading(request, found(request))),
      }),
    },
    {
      verb: "POST",
      path: `${ROOT}/file_batches`,
      ...write,
      answer: async (request) => {
        const files = batchFilesIn(new Fields(await request.json(BATCH_BODY_BYTES)));
        const creating = Effect.gen(function* () {
          const store = yield* storeOf(stores, request);
          yield* stores.use(store);
          const batch = yield* stores.createBatch(request.principal, store.collection, files);
          return toBatch(batch, yield* stores.countBatch(batch.id));
        });
        polled(request);
        return { json: await growing(services, request, creating) };
      },
    },
    {
      verb: "GET",
      path: `${ROOT}/file_batches/{batch_id}`,
      ...read,
      answer: async (request) => {
        const reads = Effect.gen(function* () {
          const { batch } = yield* batchOf(request);
          return toBatch(batch, yield* stores.countBatch(batch.id));
        });
        polled(request);
        return { json: await reading(request, reads) };
      },
    },
    {
      verb: "POST",
      path: `${ROOT}/file_batches/{batch_id}/cancel`,
      ...write,
      answer: async (request) => {
        const cancelling = Effect.gen(function* () {
          const { collection, batch } = yield* batchOf(request);
          yield* stores.cancelBatch(batch.id);
          const ended = yield* stores.getBatch(request.principal, collection, batch.id);
          return toBatch(ended, yield* stores.countBatch(batch.id));
        });
        return { json: await deleting(services, request, cancelling) };
      },
    },
    {
      verb: "GET",
      path: `${ROOT}/file_batches/{batch_id}/files`,
      ...read,
      answer: async (request) => {
        const { collection, batch } = await reading(request, batchOf(request));
        return listed(request, collection, (asked) => stores.batchFiles(batch.id, asked));
      },
    },
  ];
};

/** `file_ids` with the same said of all, or `files` with something said of each. */
const batchFilesIn = (body: Fields) => {
  const ids = body.list("file_ids", 1, MAX_BATCH_FILES);
  const each = body.list("files", 1, MAX_BATCH_FILES);
  if ((ids === undefined) === (each === undefined)) {
    const got = ids === undefined ? "neither" : "both";
    const message = `Exactly one of 'file_ids' and 'files' is required, got ${got}.`;
    throw new ApiProblem("invalid_argument", message, "file_ids", "invalid_value");
  }
  if (ids !== undefined) return filesIn(ids, "file_ids", sayingsIn(body));
  const files = each!.map((item, index) => {
    const fields = new Fields(item, `files[${index}]`);
    const id = fields.required("file_id", fields.value("file_id"));
    return { fileId: idIn("file_id", id, fields.pathOf("file_id")), ...sayingsIn(fields) };
  });
  // Of one that stands twice the last one counts.
  return [...new Map(files.map((file) => [file.fileId, file])).values()];
};

/** A file's text as it was cut; `after` of the next page is `next_page`. */
const contentPage = async (
  { documents }: Services,
  request: GroupRequest,
  { collection, document }: { readonly collection: CollectionRecord; readonly document: DocumentRecord },
) => {
  const from = Number(/^\d{1,9}$/.exec(given(request.query, "page") ?? "")?.[0] ?? 0);
  const listing = await reading(request, documents.chunks(collection.name, document.id, { offset: from }));
  const data: { readonly type: "text"; readonly text: string }[] = [];
  let characters = 0;
  for (let passages = listing.first; passages.length > 0;) {
    for (const { text } of passages) data.push({ type: "text", text });
    characters += passages.reduce((sum, { text }) => sum + text.length, 0);
    if (data.length >= listing.count || characters >= CONTENT_CHARACTERS) break;
    passages = await reading(request, listing.next(data.length, passages.at(-1)!));
  }
  const hasMore = data.length < listing.count;
  return {
    object: "vector_store.file_content.page",
    vector_store_id: toId("vector_store_id", collection.id),
    file_id: fileIdOf(document),
    filename: document.filename,
    data,
    has_more: hasMore,
    next_page: hasMore ? String(from + data.length) : null,
  };
};
