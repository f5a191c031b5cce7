import type { Filter } from "@quarry/domain";
import type { Mirror } from "./mirror.ts";
import { scanFile } from "./scan-file.ts";
import { scanMirror } from "./scan-mirror.ts";
import { scanTogether } from "./scan-together.ts";
import type { ReadableCollection } from "./readable-collection.ts";

export interface ReadSearchRequest {
  readonly vector: Float32Array;
  readonly topK: number;
  readonly filter?: Filter | undefined;
}

export interface RankedHit {
  readonly id: string;
  readonly cosine: number;
}

/**
 * How a search is done: the one place that chooses. Both ways are exact and give min(topK, matches) hits at any
 * selectivity; a side index belongs here, as a third way for large collections.
 */
export const search = (
  collection: ReadableCollection,
  mirror: Mirror | undefined,
  request: ReadSearchRequest,
): readonly RankedHit[] => (mirror === undefined ? scanFile(collection, request) : scanMirror(mirror, request));

/** The same for several searches of one collection, in their order. */
export const searchTogether = (
  collection: ReadableCollection,
  mirror: Mirror | undefined,
  requests: readonly ReadSearchRequest[],
): readonly (readonly RankedHit[])[] =>
  mirror === undefined || requests.length === 1
    ? requests.map((request) => search(collection, mirror, request))
    : scanTogether(mirror, requests);
