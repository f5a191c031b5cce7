import type { CollectionSelection, OpenEmbedder, OpenReranker, SavedModelUse } from "@quarry/host";

export type ModelUseState = "fetching" | "installing" | "measuring" | "prepared" | SavedModelUse["state"];

/** States in which work is running: no other use can begin. */
const WORKING_STATES: ReadonlySet<ModelUseState> = new Set([
  "fetching",
  "installing",
  "measuring",
  "moving",
  "rolling_back",
]);

/** The use of a model, from its preparation on. */
export interface ModelUse {
  readonly name: string;
  readonly state: ModelUseState;
  readonly collections: CollectionSelection;
  /** Progress of the current step, 0 to 100. */
  readonly progress: number;
  /** The file or collection being processed. */
  readonly detail: string;
  readonly error: string | undefined;
  readonly cost: ModelCost | undefined;
  readonly warnings: readonly string[];
  readonly doneCount: number;
  readonly totalCount: number;
  readonly problems: readonly string[];
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

/** Cost of using a model. */
export interface ModelCost {
  readonly passagesPerSecond: number;
  readonly collections: number;
  readonly documents: number;
  readonly passages: number;
  readonly seconds: number;
  readonly diskBytes: number;
}

/** A loaded model. */
export type OpenModel =
  | { readonly kind: "embedder"; readonly model: OpenEmbedder }
  | { readonly kind: "reranker"; readonly model: OpenReranker };

export const isWorking = ({ state }: Pick<ModelUse, "state">): boolean => WORKING_STATES.has(state);

/** Creates a use at the beginning of a step. */
export const newUse = (
  begun: Pick<ModelUse, "name" | "state" | "collections" | "startedAt"> & Partial<ModelUse>,
): ModelUse => ({
  progress: 0,
  detail: "",
  error: undefined,
  cost: undefined,
  warnings: [],
  doneCount: 0,
  totalCount: 0,
  problems: [],
  ...begun,
});
