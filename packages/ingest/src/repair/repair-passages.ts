import { type Passage, vectorIdOf } from "@quarry/index";
import { hasModel, recordOf, type VectorTarget } from "@quarry/catalog";
import type { VectorRecord } from "@quarry/plugin";

import { Effect } from "effect";
import { remadeRecords } from "../changes/passage-vectors.ts";
import { readableRecords } from "./readable-records.ts";

/** Records for a repaired place, and what became of the vectors that clients wrote. */
export interface RepairedRecords {
  readonly records: readonly VectorRecord[];
  /** Ids of those that were lost and are made again of their texts. */
  readonly remade: readonly string[];
  /** Ids of those that are lost. */
  readonly lost: readonly string[];
}

/**
 * The records of passages for a place that is made again. Chunks' vectors are those of their texts, whatever the damaged place
 * still has: the cache knows most, and what was read of damage would have to be trusted. What clients wrote is read first,
 * since it may be a vector that nobody else can make.
 */
export const repairedRecords = Effect.fnUntraced(function* (
  collectionId: string,
  passages: readonly Passage[],
  damaged: VectorTarget,
  target: VectorTarget,
) {
  const direct = passages.filter(isDirect);
  const stored: ReadonlyMap<string, VectorRecord> =
    direct.length === 0 ? new Map() : yield* readableRecords(damaged, direct);
  const retained = direct.filter((passage) => isOf(stored.get(vectorIdOf(passage)), passage));
  const rest = direct.filter((passage) => !retained.includes(passage));
  const canBeRemade = ({ text }: Passage): boolean => hasModel(target.index) && text.trim() !== "";
  const remade = rest.filter(canBeRemade);
  const embedded = [...passages.filter((passage) => !isDirect(passage)), ...remade];
  const records = [
    ...retained.map((passage) => recordOf(passage, stored.get(vectorIdOf(passage))!.vector)),
    ...(embedded.length === 0 ? [] : yield* remadeRecords(collectionId, embedded, target)),
  ];
  const lost = rest.filter((passage) => !canBeRemade(passage));
  return { records, remade: remade.map(idOf), lost: lost.map(idOf) } satisfies RepairedRecords;
});

const isDirect = ({ documentId }: Passage): boolean => documentId === "";
const idOf = ({ id }: Passage): string => id;

/** A vector belongs to the text that was written with it. */
const isOf = (record: VectorRecord | undefined, { text }: Passage): boolean => record?.text === text;
