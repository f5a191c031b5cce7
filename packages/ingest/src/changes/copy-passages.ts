import { type Passage, PassageIndex, hasVector, vectorIdOf } from "@quarry/index";
import { deleteFromSide, hasSameVectors, storedRecords, type VectorTarget } from "@quarry/catalog";
import { PluginError } from "@quarry/plugin";

import { DocumentRepository } from "@quarry/store";
import { Effect } from "effect";
import { repairedRecords } from "../repair/repair-passages.ts";
import { recordsOfPassages } from "./passage-vectors.ts";

export interface CopyTargets {
  readonly collectionId: string;
  readonly source: VectorTarget;
  readonly target: VectorTarget;
  /** Whether the source is damaged, and the target is built from its readable rest. */
  readonly isRepair: boolean;
}

/** Outcome for client-written vectors: ids of those embedded again from their texts, and of those lost. */
export interface CopyOutcome {
  readonly remade: ReadonlySet<string>;
  readonly lost: ReadonlySet<string>;
}

/**
 * Maximum rounds. If a client writes the same vectors faster than they are copied, its own writes reach the target
 * anyway.
 */
const MAX_ROUNDS = 5;

/**
 * Copies to the target the vectors of these passages that it lacks, while others write and delete. A vector never changes
 * under its id, so only missing ones are copied. Then checks again, since in the meantime
 * - a document may have been deleted or replaced by its next run: it stops being live before its vectors are deleted. If
 *   it is still live now, a later deletion reaches the target too; if not, its vectors are deleted here;
 * - a client may have deleted or replaced a vector: its passage is deleted first. If the passage still references the
 *   vector now, a later deletion reaches the target too; if not, the vector is deleted here, and its replacement is
 *   copied.
 */
export const copyPassages = Effect.fnUntraced(function* (targets: CopyTargets, page: readonly Passage[]) {
  const index = yield* PassageIndex;
  const remade = new Set<string>();
  const lost = new Set<string>();
  let scanned = page;
  for (let round = 1; round <= MAX_ROUNDS && scanned.length > 0; round += 1) {
    const missing = yield* lacking(targets, yield* livePassages(scanned));
    if (missing.length === 0) break;
    const { collectionId, target } = targets;
    const { records, ...outcome } = yield* recordsFor(targets, missing);
    for (const id of outcome.remade) remade.add(id);
    for (const id of outcome.lost) lost.add(id);
    if (records.length > 0) yield* target.store.service.upsert(target.vectorCollection, records);
    // Another round would not find lost vectors.
    const direct = missing.filter((passage) => isDirect(passage) && !lost.has(passage.id)).map(({ id }) => id);
    scanned = direct.length === 0 ? [] : yield* index.get(collectionId, direct);
    const live = yield* livePassages(missing.filter((passage) => !isDirect(passage)));
    const retained = new Set([...live, ...scanned].map(vectorIdOf));
    const unreferenced = records.filter(({ id }) => !retained.has(id)).map(({ id }) => id);
    if (unreferenced.length > 0) yield* deleteFromSide(target, unreferenced);
  }
  return { remade, lost } satisfies CopyOutcome;
});

const recordsFor = ({ collectionId, source, target, isRepair }: CopyTargets, missing: readonly Passage[]) =>
  isRepair
    ? repairedRecords(collectionId, missing, source, target)
    : Effect.map(recordsOfPassages(collectionId, missing, source, target), (records) => ({
        records,
        remade: [],
        lost: [],
      }));

const isDirect = ({ documentId }: Passage): boolean => documentId === "";

/**
 * Returns the passages that clients wrote, and the chunks of live runs. A run that isn't live yet brings its own
 * vectors.
 */
export const livePassages = Effect.fnUntraced(function* (passages: readonly Passage[]) {
  const documents = yield* DocumentRepository;
  const ids = new Set(passages.filter((passage) => !isDirect(passage)).map(({ documentId }) => documentId));
  const live = ids.size === 0 ? new Map<string, number>() : yield* documents.liveGenerations([...ids]);
  return passages.filter((passage) => isDirect(passage) || live.get(passage.documentId) === passage.generation);
});

const lacking = Effect.fnUntraced(function* ({ source, target, isRepair }: CopyTargets, all: readonly Passage[]) {
  const passages = all.filter(hasVector);
  if (passages.length === 0) return [];
  const existing = yield* storedRecords(target, passages);
  const missing = passages.filter((passage) => !existing.has(vectorIdOf(passage)));
  if (!isRepair && !hasSameVectors(source.index, target.index)) yield* refuseTextless(target, missing);
  return missing;
});

const refuseTextless = (target: VectorTarget, passages: readonly Passage[]): Effect.Effect<void, PluginError> => {
  const textless = passages.filter((passage) => isDirect(passage) && passage.text.trim() === "");
  if (textless.length === 0) return Effect.void;
  return Effect.fail(
    new PluginError({
      plugin: target.index.embeddingProvider,
      reason: "invalid",
      message: `at least ${textless.length} of the vectors that clients wrote have no text that ${target.index.embeddingModel} could embed, ${JSON.stringify(textless[0]!.id)} for one; delete them or write them again with a text`,
    }),
  );
};
