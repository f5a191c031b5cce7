import type { QueryOptions } from "@quarry/api/query-options";
import type { PassageIndexError } from "@quarry/index";
import type { PluginError } from "@quarry/plugin";
import type { DomainError, JsonObject } from "@quarry/plugin/domain";
import type { SecretBoxError, StoreError } from "@quarry/store";
import type { QuerySubject } from "../query-plan.ts";

/** A query as it comes in; what is left out is the collection's default. */
export interface QueryCollection extends Omit<QueryOptions, "filters" | keyof QuerySubject>, QuerySubject {
  readonly filters?: JsonObject | undefined;
  /** Whether results come with their vectors. Default false. */
  readonly withVectors?: boolean | undefined;
  /** Parts that results come without. Default: neither. */
  readonly without?: { readonly text: boolean; readonly metadata: boolean } | undefined;
}

/** One of several independent queries. */
export interface BatchQuery extends QueryCollection {
  readonly collection: string;
}

export type QueryFailure = DomainError | StoreError | SecretBoxError | PassageIndexError | PluginError;
