import { fileIdOf } from "@quarry/catalog";
import type { GroupRequest, GroupRoute } from "@quarry/http/protocols";
import type { CollectionRecord, DocumentRecord } from "@quarry/store";
import { Effect } from "effect";
import { sayingsIn } from "./attach-request.ts";
import { Fields } from "./fields.ts";
import { fileList, setPollAfter } from "./file-list.ts";
import { idIn, toId } from "./ids.ts";
import { attributesPatch, deleted, toStoreFile } from "./objects.ts";
import { queryParameter } from "./pages.ts";
import { deleting, growing, patching, READ, reading, type Services, WRITE } from "./services.ts";
import { storeOf } from "./vector-store-routes.ts";

const BODY_BYTES = 1_048_576;

/** Maximum number of characters of a file's text in one answer to `/content`; the rest is on further pages. */
const CONTENT_CHARACTERS = 4_194_304;

/** Creates the routes of files in a store, which are its collection's documents. */
export const storeFileRoutes = (services: Services): readonly GroupRoute[] => {
  const { stores, documents } = services;
  const FILES = "/v1/vector_stores/{vector_store_id}/files";

  const found = (request: GroupRequest) =>
    Effect.gen(function* () {
      const { collection } = yield* storeOf(stores, request);
      idIn("file_id", request.path("file_id"));
      return { collection, document: yield* stores.findFile(collection, request.path("file_id")) };
    });

  return [
    {
      verb: "POST",
      path: FILES,
      ...WRITE,
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
        setPollAfter(request);
        return { json: await growing(services, request, attaching) };
      },
    },
    {
      verb: "GET",
      path: FILES,
      ...READ,
      answer: async (request) => {
        const { collection } = await reading(request, storeOf(stores, request));
        return fileList(stores, request, collection, (requested) => stores.files(collection, requested));
      },
    },
    {
      verb: "GET",
      path: `${FILES}/{file_id}`,
      ...READ,
      answer: async (request) => {
        const { collection, document } = await reading(request, found(request));
        setPollAfter(request);
        return { json: toStoreFile(document, collection) };
      },
    },
    {
      verb: "POST",
      path: `${FILES}/{file_id}`,
      ...WRITE,
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
      path: `${FILES}/{file_id}`,
      ...WRITE,
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
      path: `${FILES}/{file_id}/content`,
      ...READ,
      answer: async (request) => ({
        json: await contentPage(services, request, await reading(request, found(request))),
      }),
    },
  ];
};

/** Returns a file's text in chunks; `next_page` is the `page` parameter of the next request. */
const contentPage = async (
  { documents }: Services,
  request: GroupRequest,
  { collection, document }: { readonly collection: CollectionRecord; readonly document: DocumentRecord },
) => {
  const from = Number(/^\d{1,9}$/.exec(queryParameter(request.query, "page") ?? "")?.[0] ?? 0);
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
