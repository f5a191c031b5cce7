import { type Passage, vectorIdOf } from "@quarry/index";
import { hasModel, recordOf, type VectorTarget } from "@quarry/catalog";
import type { VectorRecord } from "@quarry/plugin";

import { Effect } from "effect";
import { remadeRecords } from "../changes/passage-vectors.ts";
import { readableRecords } from "./readable-records.ts";

/** Records for a repaired index, and the outcome for client-written vectors. */
export interface RepairedRecords {
  readonly records: readonly VectorRecord[];
  /** Ids of lost vectors that were embedded again from their texts. */
  readonly remade: readonly string[];
  /** Ids of vectors that are lost. */
  readonly lost: readonly string[];
}

/**
 * Returns the records of passages for a rebuilt index. Vectors of chunks are embedded again from their texts, even if
 * the damaged index still has some: the embedding cache contains most of them, and data read from a damaged index can't
 * be trusted. Client-written vectors are read from the damaged index first, since only the client may be able to make
 * them.
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
  const canReembed = ({ text }: Passage): boolean => hasModel(target.index) && text.trim() !== "";
  const remade = rest.filter(canReembed);
  const embedded = [...passages.filter((passage) => !isDirect(passage)), ...remade];
  const records = [
    ...retained.map((passage) => recordOf(passage, stored.get(vectorIdOf(passage))!.vector)),
    ...(embedded.length === 0 ? [] : yield* remadeRecords(collectionId, embedded, target)),
  ];
  const lost = rest.filter((passage) => !canReembed(passage));
  return { records, remade: remade.map(idOf), lost: lost.map(idOf) } satisfies RepairedRecords;
});

const isDirect = ({ documentId }: Passage): boolean => documentId === "";
const idOf = ({ id }: Passage): string => id;

/** A stored vector is valid only for the text that was written with it. */
const isOf = (record: VectorRecord | undefined, { text }: Passage): boolean => record?.text === text;
