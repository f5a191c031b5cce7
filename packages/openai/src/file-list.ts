import type { FileStatus, VectorStoresShape } from "@quarry/catalog";
import type { GroupRequest } from "@quarry/http/protocols";
import type { HandlerFailure } from "@quarry/http/rpc";
import type { CollectionRecord, DocumentRecord, ListPosition } from "@quarry/store";
import type { Effect } from "effect";
import { Fields } from "./fields.ts";
import { idIn } from "./ids.ts";
import { toStoreFile } from "./objects.ts";
import { queryParameter, listPage, pageQuery, type Window } from "./pages.ts";
import { reading } from "./services.ts";

/** Window and filter of a list of files. */
type ListRequest = Window<ListPosition> & { readonly status: FileStatus | undefined };

/** Returns a page of the files of a store or of a batch. */
export const fileList = async (
  stores: VectorStoresShape,
  request: GroupRequest,
  collection: CollectionRecord,
  list: (requested: ListRequest) => Effect.Effect<readonly DocumentRecord[], HandlerFailure>,
) => {
  const page = pageQuery(request.query, 100, 20);
  const filter = new Fields({ filter: queryParameter(request.query, "filter") ?? null });
  const status = filter.oneOf("filter", ["in_progress", "completed", "failed", "cancelled"]);
  const json = await listPage(
    page,
    ({ id, param }) => {
      idIn("file_id", id, param);
      return reading(request, stores.positionOfFile(collection, id));
    },
    (window) => reading(request, list({ ...window, status })),
    (document) => toStoreFile(document, collection),
  );
  return { json };
};

/** Polling interval for clients, in milliseconds; by default, OpenAI's Node client polls after five seconds. */
const POLL_AFTER_MS = "250";

/** Sets the header with the polling interval. */
export const setPollAfter = ({ context }: GroupRequest): void => {
  context.responseHeaders.set("openai-poll-after-ms", POLL_AFTER_MS);
};
