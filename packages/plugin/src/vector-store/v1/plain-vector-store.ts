import { type Invoke, type PlainLife, type PlainMethods, positional } from "../../plain/plain-plugin.ts";
import type { TermIndexV1 } from "./term-index-v1.ts";
import type { VectorStoreV1 } from "./vector-store-v1.ts";

/**
 * Vector store made of plain functions: the methods of `VectorStoreV1`, each with promises and with the call as an
 * additional last argument.
 */
export type PlainVectorStore<Settings = unknown> = PlainMethods<Omit<VectorStoreV1, "health">, Settings> &
  PlainLife<Settings>;

type Methods<Service, Further = never> = Readonly<Record<Exclude<keyof Service, "health" | Further>, Invoke>>;

const PLAIN_TERMS: Methods<TermIndexV1> = {
  ensureCollection: positional(1),
  dropCollection: positional(1),
  put: positional(2),
  remove: positional(2),
  count: positional(3),
  search: positional(2),
  nearWords: positional(3),
};

const METHODS: Methods<VectorStoreV1, "terms"> = {
  ensureCollection: positional(1),
  dropCollection: positional(1),
  upsert: positional(2),
  get: positional(2),
  list: positional(2),
  count: positional(2),
  deleteByIds: positional(2),
  deleteByFilter: positional(2),
  search: positional(2),
  cosines: positional(3),
};

/** Calls the methods of a plain vector store. */
export const PLAIN_VECTOR_STORE = { ...METHODS, terms: PLAIN_TERMS };
