import type { Api } from "../harness/api.ts";
import { until } from "../harness/until.ts";

/** Change of a collection's index, in its wire format. */
export interface IndexChange {
  readonly id: string;
  readonly collection: string;
  readonly kind: "model" | "store" | "repair";
  readonly state: "restoring" | "building" | "verifying" | "switched" | "done" | "cancelled" | "failed" | "rolled_back";
  readonly progress: number;
  readonly done_count: number;
  readonly total_count: number;
  readonly from: IndexDescription;
  readonly to: IndexDescription;
  readonly rollback_of: string | null;
  readonly error: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly finished_at: string | null;
  readonly repair: RepairReport | null;
}

/** Counts are strings, like all large numbers. */
export interface RepairReport {
  readonly restored_documents: number;
  readonly lost_documents: NamedItems;
  readonly remade_vectors: NamedItems;
  readonly lost_vectors: NamedItems;
  readonly has_unnamed: boolean;
}

export interface NamedItems {
  readonly count: number;
  readonly ids: readonly string[];
}

export interface IndexDescription {
  readonly vector_store: string;
  readonly embedding_provider: string;
  readonly embedding_model: string;
  readonly dimension: number;
}

export interface ChangeList {
  readonly changes: readonly IndexChange[];
  readonly total: number;
  readonly current: IndexDescription;
}

/** A change can wait for a busy machine, but never long for anything else. */
const SWITCH_DEADLINE_MS = 240_000;

/** Client for changes of collections, over HTTP. */
export class ChangesApi {
  readonly #api: () => Api;

  constructor(api: () => Api) {
    this.#api = api;
  }

  start(collection: string, body: unknown): Promise<IndexChange> {
    return this.#api().expect<IndexChange>(201, "POST", changesPath(collection), { json: body });
  }

  tryStart(collection: string, body: unknown) {
    return this.#api().call("POST", changesPath(collection), { json: body });
  }

  list(collection: string): Promise<ChangeList> {
    return this.#api().expect<ChangeList>(200, "GET", changesPath(collection));
  }

  get(collection: string, id: string): Promise<IndexChange> {
    return this.#api().expect<IndexChange>(200, "GET", changesPath(collection, id));
  }

  cancel(collection: string, id: string): Promise<IndexChange> {
    return this.#api().expect<IndexChange>(200, "POST", changesPath(collection, id, "cancel"));
  }

  rollBack(collection: string, id: string): Promise<IndexChange> {
    return this.#api().expect<IndexChange>(201, "POST", changesPath(collection, id, "rollback"));
  }

  /** Waits until the change is in this state and returns it. Fails at once if the change failed instead. */
  reaches(collection: string, id: string, state: IndexChange["state"]): Promise<IndexChange> {
    return this.#watch(collection, id, state, (change) => change.state === state);
  }

  /** Waits until the change has processed this many passages and returns it. */
  reachesCount(collection: string, id: string, count: number): Promise<IndexChange> {
    return this.#watch(collection, id, `${count} passages`, (change) => change.done_count >= count);
  }

  #watch(collection: string, id: string, goal: string, isThere: (change: IndexChange) => boolean) {
    let last: IndexChange | undefined;
    return until(
      () => `change ${id} to reach ${goal}; it is ${JSON.stringify(last)}`,
      async () => {
        last = await this.get(collection, id);
        if (last.state === "failed" && goal !== "failed") throw new Error(`the change failed: ${last.error}`);
        return isThere(last) ? last : undefined;
      },
      SWITCH_DEADLINE_MS,
    );
  }
}

export const changesPath = (collection: string, ...rest: readonly string[]): string =>
  [`/v1/collections/${collection}/changes`, ...rest].join("/");
