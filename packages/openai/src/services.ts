import { Boundary, Scope } from "@quarry/api";
import { Collections, Documents, Queries, Storage, StoredFiles, VectorStores } from "@quarry/catalog";
import { Embeddings } from "@quarry/embedding";
import { Plugins } from "@quarry/host";
import type { GroupRequest } from "@quarry/http/protocols";
import { type HandlerFailure, runFor, runToEndFor } from "@quarry/http/rpc";
import { onBehalfOf } from "@quarry/jobs";
import { Effect } from "effect";

/** Model under another name. */
export interface ModelAlias {
  /** Name of the embedder. */
  readonly embedder: string;
  /** Name of the model. Default: the embedder's first. */
  readonly model?: string;
}

export interface OpenAiOptions {
  /** Models by the names that clients request. */
  readonly modelAliases: Readonly<Record<string, ModelAlias>>;
}

/** Services behind `/v1/collections`, which the routes call. */
export interface Services {
  readonly collections: Collections["Service"];
  readonly documents: Documents["Service"];
  readonly embeddings: Embeddings["Service"];
  readonly files: StoredFiles["Service"];
  readonly plugins: Plugins["Service"];
  readonly queries: Queries["Service"];
  readonly storage: Storage["Service"];
  readonly stores: VectorStores["Service"];
}

export const openAiServices: Effect.Effect<
  Services,
  never,
  Collections | Documents | Embeddings | Plugins | Queries | Storage | StoredFiles | VectorStores
> = Effect.all({
  collections: Collections,
  documents: Documents,
  embeddings: Embeddings,
  files: StoredFiles,
  plugins: Plugins,
  queries: Queries,
  storage: Storage,
  stores: VectorStores,
});

/** Access rules of routes that read, and of those that write. */
export const READ = { scope: Scope.READ, boundary: Boundary.KEPT };
export const WRITE = { scope: Scope.WRITE, boundary: Boundary.KEPT };

/** Runs a read, which is interrupted when the caller disconnects. */
export const reading = <A>({ context }: GroupRequest, effect: Effect.Effect<A, HandlerFailure>): Promise<A> =>
  runFor(context, effect);

/** Runs a write to its end, attributed to the caller. */
export const writing = <A>(
  { context, principal }: GroupRequest,
  effect: Effect.Effect<A, HandlerFailure>,
): Promise<A> => runToEndFor(context, onBehalfOf(principal.name)(effect));

/** Runs a write that needs more disk space: it is rejected in time if space is low. */
export const growing = <A>(
  { storage }: Services,
  request: GroupRequest,
  effect: Effect.Effect<A, HandlerFailure>,
): Promise<A> => writing(request, Effect.andThen(storage.mayGrow, effect));

/** Runs a deletion, which can use the disk's reserve. */
export const deleting = <A>(
  { storage }: Services,
  request: GroupRequest,
  effect: Effect.Effect<A, HandlerFailure>,
): Promise<A> => writing(request, storage.withReserve("delete", effect));

/** Runs a small change, which can use the disk's reserve. */
export const patching = <A>(
  { storage }: Services,
  request: GroupRequest,
  effect: Effect.Effect<A, HandlerFailure>,
): Promise<A> => writing(request, storage.withReserve("patch", effect));
