import { Collections, Documents, Queries, Storage, StoredFiles, VectorStores } from "@quarry/catalog";
import { Embeddings } from "@quarry/embedding";
import { Plugins } from "@quarry/host";
import type { GroupRequest } from "@quarry/http/protocols";
import { type HandlerFailure, runFor, runToEndFor } from "@quarry/http/rpc";
import { onBehalfOf } from "@quarry/jobs";
import { Effect } from "effect";

/** A model by another name. */
export interface ModelAlias {
  /** Name of the embedder. */
  readonly embedder: string;
  /** Default: its first. */
  readonly model?: string;
}

export interface OpenAiOptions {
  /** Models by the names that programs ask for. */
  readonly modelAliases: Readonly<Record<string, ModelAlias>>;
}

/** The services behind `/v1/collections`, which the routes call. */
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

/** Runs what only reads; given up when the caller leaves. */
export const reading = <A>({ context }: GroupRequest, effect: Effect.Effect<A, HandlerFailure>): Promise<A> =>
  runFor(context, effect);

/** Runs what writes, to its end, on the caller's behalf. */
export const writing = <A>(
  { context, principal }: GroupRequest,
  effect: Effect.Effect<A, HandlerFailure>,
): Promise<A> => runToEndFor(context, onBehalfOf(principal.name)(effect));

/** The same for what makes the data grow: refused in time where there is no room. */
export const growing = <A>(
  { storage }: Services,
  request: GroupRequest,
  effect: Effect.Effect<A, HandlerFailure>,
): Promise<A> => writing(request, Effect.andThen(storage.mayGrow, effect));

/** The same for deletes, which may use the disk's reserve. */
export const deleting = <A>(
  { storage }: Services,
  request: GroupRequest,
  effect: Effect.Effect<A, HandlerFailure>,
): Promise<A> => writing(request, storage.withReserve("delete", effect));

/** The same for small changes. */
export const patching = <A>(
  { storage }: Services,
  request: GroupRequest,
  effect: Effect.Effect<A, HandlerFailure>,
): Promise<A> => writing(request, storage.withReserve("patch", effect));
