import type { QueryOptions } from "@quarry/api/query-options";
import type { PassageIndexError } from "@quarry/index";
import type { PluginError } from "@quarry/plugin";
import type { DomainError, JsonObject } from "@quarry/plugin/domain";
import type { SecretBoxError, StoreError } from "@quarry/store";
import type { QuerySubject } from "../query-plan.ts";

/** A query as received; omitted options use the collection's defaults. */
export interface QueryCollection extends Omit<QueryOptions, "filters" | keyof QuerySubject>, QuerySubject {
  readonly filters?: JsonObject | undefined;
  /** Whether results include their vectors. Default false. */
  readonly withVectors?: boolean | undefined;
  /** Fields to omit from results. Default: neither. */
  readonly without?: { readonly text: boolean; readonly metadata: boolean } | undefined;
}

/** One of several independent queries. */
export interface BatchQuery extends QueryCollection {
  readonly collection: string;
}

export type QueryFailure = DomainError | StoreError | SecretBoxError | PassageIndexError | PluginError;
