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
  /** Whether the source is damaged, and the target is built from what is left of it. */
  readonly isRepair: boolean;
}

/**
 * Outcome for vectors that clients wrote: ids of those that were embedded again from their texts, and of those that are
 * lost.
 */
export interface CopyOutcome {
  readonly remade: ReadonlySet<string>;
  readonly lost: ReadonlySet<string>;
}

/** A client that writes the same vectors faster than they can be copied is left to its own writes, which reach the target. */
const MOST_ROUNDS = 5;

/**
 * Brings to the target what it lacks of these passages, while others write and delete. A vector never changes under its
 * id, so it lacks those that it doesn't have. Afterwards it looks again, since in the meantime
 * - a document may have been deleted or got its next run: it stops being live before its vectors are deleted, so what is
 *   live now will be deleted from the target too, and what isn't is deleted here;
 * - a client may have deleted or replaced a vector: its passage goes first, so what is named now will be deleted from the
 *   target too, and what isn't is deleted here; what took its place is copied.
 */
export const copyPassages = Effect.fnUntraced(function* (targets: CopyTargets, page: readonly Passage[]) {
  const index = yield* PassageIndex;
  const remade = new Set<string>();
  const lost = new Set<string>();
  let scanned = page;
  for (let round = 1; round <= MOST_ROUNDS && scanned.length > 0; round += 1) {
    const wanted = yield* lacking(targets, yield* livePassages(scanned));
    if (wanted.length === 0) break;
    const { collectionId, target } = targets;
    const { records, ...outcome } = yield* recordsFor(targets, wanted);
    for (const id of outcome.remade) remade.add(id);
    for (const id of outcome.lost) lost.add(id);
    if (records.length > 0) yield* target.store.service.upsert(target.vectorCollection, records);
    // Another round wouldn't find lost vectors either.
    const direct = wanted.filter((passage) => isDirect(passage) && !lost.has(passage.id)).map(({ id }) => id);
    scanned = direct.length === 0 ? [] : yield* index.get(collectionId, direct);
    const live = yield* livePassages(wanted.filter((passage) => !isDirect(passage)));
    const retained = new Set([...live, ...scanned].map(vectorIdOf));
    const gone = records.filter(({ id }) => !retained.has(id)).map(({ id }) => id);
    if (gone.length > 0) yield* deleteFromSide(target, gone);
  }
  return { remade, lost } satisfies CopyOutcome;
});

const recordsFor = ({ collectionId, source, target, isRepair }: CopyTargets, wanted: readonly Passage[]) =>
  isRepair
    ? repairedRecords(collectionId, wanted, source, target)
    : Effect.map(recordsOfPassages(collectionId, wanted, source, target), (records) => ({
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
  const wanted = passages.filter((passage) => !existing.has(vectorIdOf(passage)));
  if (!isRepair && !hasSameVectors(source.index, target.index)) yield* refuseTextless(target, wanted);
  return wanted;
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
