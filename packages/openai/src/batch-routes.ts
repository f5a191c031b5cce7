import type { GroupRequest, GroupRoute } from "@quarry/http/protocols";
import { Effect } from "effect";
import { filesIn, sayingsIn } from "./attach-request.ts";
import { Fields } from "./fields.ts";
import { fileList, setPollAfter } from "./file-list.ts";
import { idIn } from "./ids.ts";
import { toBatch } from "./objects.ts";
import { ApiProblem } from "./problems.ts";
import { deleting, growing, READ, reading, type Services, WRITE } from "./services.ts";
import { storeOf } from "./vector-store-routes.ts";

/**
 * Maximum body size. A batch of 2,000 files, each with the maximum attributes in ASCII letters, takes 18.8 MB, and 77
 * ms to parse.
 */
const BODY_BYTES = 20 * 1_048_576;

const MAX_BATCH_FILES = 2_000;

/** Creates the routes of file batches. */
export const batchRoutes = (services: Services): readonly GroupRoute[] => {
  const { stores } = services;
  const BATCHES = "/v1/vector_stores/{vector_store_id}/file_batches";

  const batchOf = (request: GroupRequest) =>
    Effect.gen(function* () {
      const { collection } = yield* storeOf(stores, request);
      const id = idIn("batch_id", request.path("batch_id"));
      return { collection, batch: yield* stores.getBatch(request.principal, collection, id) };
    });

  return [
    {
      verb: "POST",
      path: BATCHES,
      ...WRITE,
      answer: async (request) => {
        const files = batchFilesIn(new Fields(await request.json(BODY_BYTES)));
        const creating = Effect.gen(function* () {
          const store = yield* storeOf(stores, request);
          yield* stores.use(store);
          const batch = yield* stores.createBatch(request.principal, store.collection, files);
          return toBatch(batch, yield* stores.countBatch(batch.id));
        });
        setPollAfter(request);
        return { json: await growing(services, request, creating) };
      },
    },
    {
      verb: "GET",
      path: `${BATCHES}/{batch_id}`,
      ...READ,
      answer: async (request) => {
        const reads = Effect.gen(function* () {
          const { batch } = yield* batchOf(request);
          return toBatch(batch, yield* stores.countBatch(batch.id));
        });
        setPollAfter(request);
        return { json: await reading(request, reads) };
      },
    },
    {
      verb: "POST",
      path: `${BATCHES}/{batch_id}/cancel`,
      ...WRITE,
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
      path: `${BATCHES}/{batch_id}/files`,
      ...READ,
      answer: async (request) => {
        const { collection, batch } = await reading(request, batchOf(request));
        return fileList(stores, request, collection, (requested) => stores.batchFiles(batch.id, requested));
      },
    },
  ];
};

/** Reads `file_ids` with common options, or `files` with options per file. */
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
  // The last entry of a duplicate file wins.
  return [...new Map(files.map((file) => [file.fileId, file])).values()];
};
