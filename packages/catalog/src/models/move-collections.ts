import type { CollectionSelection } from "@quarry/host";
import type { CollectionRecord, IndexChangeRecord, StoreError } from "@quarry/store";
import { Effect } from "effect";
import type { CollectionsShape } from "../collections.ts";
import type { ChangeFailure, IndexChangesShape } from "../index-changes.ts";
import { hasModel } from "../no-model.ts";
import { isOpen } from "../vector-writes/vector-targets.ts";
import type { OpenModel } from "./model-use.ts";

export interface MoveServices {
  readonly collections: CollectionsShape;
  readonly changes: IndexChangesShape;
}

/** Called with the state of a change after each read. */
export type OnChange = (change: IndexChangeRecord) => void;

/** Polling interval of a change. */
const POLL_EVERY_MS = 500;

/** Collections read at a time. */
const PAGE = 500;

/** Returns the names of the selected collections; for "all", of those with an embedding model, oldest first. */
export const selectedNames = Effect.fnUntraced(function* (
  { collections }: Pick<MoveServices, "collections">,
  selection: CollectionSelection,
): Effect.fn.Return<readonly string[], StoreError> {
  if (selection !== "all") return selection;
  const names: string[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const { items } = yield* collections.list({ limit: PAGE, offset });
    for (const collection of items) if (hasModel(collection)) names.push(collection.name);
    if (items.length < PAGE) return names;
  }
});

/** Moves a collection to a model, unless it already uses it. Returns the reason if it could not be moved. */
export const moveCollection = Effect.fnUntraced(function* (
  { collections, changes }: MoveServices,
  name: string,
  to: OpenModel,
  onChange: OnChange,
): Effect.fn.Return<string | undefined, ChangeFailure> {
  if (to.kind === "reranker") {
    const [rerankingModel] = to.model.capabilities.models;
    yield* collections.update(name, { rerankingEnabled: true, rerankingModel });
    return undefined;
  }
  const collection = yield* collections.get(name);
  const target = targetOf(to);
  if (!hasModel(collection)) return "it has no embedding model";
  if (usesModel(collection, target)) return undefined;
  const open = (yield* changes.list(name, { limit: 1, offset: 0 })).items.find(isOpen);
  // Resumes the change of a move before a restart.
  const change =
    open !== undefined && usesModel(open.to, target) ? open : yield* begun(changes.start(name, target), onChange);
  return yield* follow(changes, name, change, onChange);
});

/** Rolls back the change that moved a collection to a model. Returns the reason if that is not possible. */
export const moveBack = Effect.fnUntraced(function* (
  { collections, changes }: MoveServices,
  name: string,
  from: OpenModel,
  onChange: OnChange,
): Effect.fn.Return<string | undefined, ChangeFailure> {
  const collection = yield* collections.get(name);
  const target = targetOf(from);
  const latest = (yield* changes.list(name, { limit: 1, offset: 0 })).items[0];
  const isRollingBack = latest !== undefined && latest.rollbackOf !== null && isOpen(latest);
  if (isRollingBack) return yield* follow(changes, name, latest, onChange);
  // The collection was not moved, but created with the model.
  if (!usesModel(collection, target) || latest === undefined || !usesModel(latest.to, target)) return undefined;
  if (latest.state !== "switched") return "its previous index no longer exists";
  return yield* follow(changes, name, yield* begun(changes.rollBack(name, latest.id), onChange), onChange);
});

interface Target {
  readonly embeddingProvider: string;
  readonly embeddingModel: string | undefined;
}

const targetOf = ({ model, kind }: OpenModel): Target => ({
  embeddingProvider: model.name,
  embeddingModel: kind === "embedder" ? model.capabilities.models[0]?.name : undefined,
});

const usesModel = (
  index: Pick<CollectionRecord, "embeddingProvider" | "embeddingModel">,
  { embeddingProvider, embeddingModel }: Target,
): boolean => index.embeddingProvider === embeddingProvider && index.embeddingModel === embeddingModel;

/** Starts a change and reports it at once, because cancelling a move must cancel its change. */
const begun = (change: Effect.Effect<IndexChangeRecord, ChangeFailure>, onChange: OnChange) =>
  Effect.uninterruptible(Effect.tap(change, (started) => Effect.sync(() => onChange(started))));

/** Waits for the end of a change. Returns the reason if its index is then not live. */
const follow = Effect.fnUntraced(function* (
  changes: IndexChangesShape,
  name: string,
  started: IndexChangeRecord,
  onChange: OnChange,
) {
  let change = started;
  for (;;) {
    onChange(change);
    if (!isOpen(change)) break;
    yield* Effect.sleep(POLL_EVERY_MS);
    change = yield* changes.get(name, change.id);
  }
  if (change.state === "switched" || change.state === "done") return undefined;
  return change.error ?? `its change is ${change.state}`;
});
