import { randomBytes } from "node:crypto";
import { Boundary, Scope } from "@quarry/api";
import type { VectorStoresShape } from "@quarry/catalog";
import type { GroupRequest, GroupRoute } from "@quarry/http/protocols";
import { authorize } from "@quarry/http/rpc/handler";
import type { VectorStoreRecord } from "@quarry/store";
import { Effect } from "effect";
import { chunkingIn, filesIn } from "./attach-request.ts";
import { Fields } from "./fields.ts";
import { idIn } from "./ids.ts";
import { deleted, toVectorStore } from "./objects.ts";
import { listPage, pageQuery } from "./pages.ts";
import { deleting, growing, patching, READ, reading, type Services } from "./services.ts";

const BODY_BYTES = 1_048_576;

/** Maximum number of files that a new store can start with. */
const MAX_FILES = 500;

const MAX_NAME_LENGTH = 1_024;
const MAX_DAYS = 365;

/** Chunking of `auto` in stores created here, equal to OpenAI's. */
const CHUNKING = { chunkSize: 800, chunkOverlap: 400 };

/** Creates the routes of stores. A store is a collection. */
export const vectorStoreRoutes = (services: Services): readonly GroupRoute[] => {
  const { stores, collections } = services;
  // The same as in the contract for collections.
  const manage = { scope: Scope.ADMIN, boundary: Boundary.REFUSED };
  const shown = (request: GroupRequest, store: VectorStoreRecord) =>
    Effect.map(stores.counts(store), (counts) =>
      // The size of other callers' data is not disclosed.
      toVectorStore(store, counts, request.principal.accessFilter === undefined ? store.collection.sizeBytes : 0),
    );
  return [
    {
      verb: "POST",
      path: "/v1/vector_stores",
      ...manage,
      answer: async (request) => {
        const body = new Fields(await request.json(BODY_BYTES));
        const ids = body.list("file_ids", 0, MAX_FILES) ?? [];
        const files = filesIn(ids, "file_ids", { metadata: undefined, chunking: chunkingIn(body) });
        const change = {
          name: nameIn(body) ?? "",
          expiresAfterDays: daysIn(body),
          lastActiveAt: new Date().toISOString(),
        };
        const name = `vs_${randomBytes(16).toString("hex")}`;
        authorize(request.principal, Scope.ADMIN, name);
        const creating = Effect.gen(function* () {
          const { id } = yield* collections.create({
            ...{ name, ...CHUNKING, defaultSearchMode: "hybrid" as const },
            description: body.text("description", 10_000),
            metadata: body.pairs("metadata", "text"),
          });
          yield* stores.change(id, change);
          const store = yield* stores.get(request.principal, id);
          if (files.length === 0) return store;
          const attaching = stores.attach(request.principal, store.collection, files);
          // A caller whose request fails gets no id to delete the store by.
          yield* Effect.onError(attaching, () => Effect.ignore(collections.remove(name)));
          return yield* stores.get(request.principal, id);
        });
        return {
          json: await growing(
            services,
            request,
            Effect.flatMap(creating, (store) => shown(request, store)),
          ),
        };
      },
    },
    {
      verb: "GET",
      path: "/v1/vector_stores",
      ...READ,
      answer: async (request) => {
        const page = pageQuery(request.query, 100, 20);
        const json = await listPage(
          page,
          ({ id, param }) => reading(request, stores.positionOf(idIn("vector_store_id", id, param))),
          (window) => reading(request, stores.list(request.principal, window)),
          (store) => reading(request, shown(request, store)),
        );
        return { json };
      },
    },
    {
      verb: "GET",
      path: "/v1/vector_stores/{vector_store_id}",
      ...READ,
      answer: async (request) => ({
        json: await reading(
          request,
          Effect.flatMap(storeOf(stores, request), (store) => shown(request, store)),
        ),
      }),
    },
    {
      verb: "POST",
      path: "/v1/vector_stores/{vector_store_id}",
      ...manage,
      answer: async (request) => {
        const body = new Fields(await request.json(BODY_BYTES));
        const expiresAfterDays = body.isCleared("expires_after") ? null : daysIn(body);
        const change = { name: body.isCleared("name") ? "" : nameIn(body), expiresAfterDays };
        const metadata = body.isCleared("metadata") ? {} : body.pairs("metadata", "text");
        const changing = Effect.gen(function* () {
          const { collection } = yield* storeOf(stores, request);
          if (metadata !== undefined) yield* collections.update(collection.name, { metadata });
          // A new expiry reactivates an expired store.
          const isRevived = typeof expiresAfterDays === "number";
          yield* stores.change(collection.id, {
            ...change,
            ...(isRevived && { lastActiveAt: new Date().toISOString() }),
          });
          return yield* shown(request, yield* stores.get(request.principal, collection.id));
        });
        return { json: await patching(services, request, changing) };
      },
    },
    {
      verb: "DELETE",
      path: "/v1/vector_stores/{vector_store_id}",
      ...manage,
      answer: async (request) => {
        const removing = Effect.flatMap(storeOf(stores, request), ({ collection }) =>
          collections.remove(collection.name),
        );
        await deleting(services, request, removing);
        return deleted(request.path("vector_store_id"), "vector_store.deleted");
      },
    },
  ];
};

/** Returns the store in a request's path. */
export const storeOf = (stores: VectorStoresShape, request: GroupRequest) =>
  Effect.suspend(() => stores.get(request.principal, idIn("vector_store_id", request.path("vector_store_id"))));

const nameIn = (body: Fields): string | undefined => body.text("name", MAX_NAME_LENGTH);

const daysIn = (body: Fields): number | undefined => {
  const expiry = body.object("expires_after");
  if (expiry === undefined) return undefined;
  expiry.required("anchor", expiry.oneOf("anchor", ["last_active_at"]));
  return expiry.required("days", expiry.integer("days", 1, MAX_DAYS));
};
