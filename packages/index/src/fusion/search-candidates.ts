import type { VectorHit } from "@quarry/plugin";
import { hasPhrases } from "@quarry/text";
import type { Answers, ReadOperation, StoredCandidates, StoredPassage } from "../passages/protocol.ts";
import { passageIdOf } from "../passages/vector-id.ts";
import {
  type Branch,
  keywordScoresOf,
  matchingBranch,
  nearBranch,
  NOTHING,
  passagesOf,
  semanticScoresOf,
} from "./branch.ts";
import type { Candidate, Candidates } from "./candidate.ts";
import { contendersOf } from "./contenders.ts";
import { fuse } from "./fuse.ts";
import type { LocalSearchRequest } from "./search-request.ts";

/** Access to the local index from a thread that reads passages. */
export interface LocalParts {
  /** Runs an operation on the collection in its own snapshot. */
  readonly read: <Kind extends ReadOperation["kind"]>(
    operation: Extract<ReadOperation, { readonly kind: Kind }>,
  ) => Answers[Kind];
  /** Searches in the thread that holds the vectors. */
  readonly search: (vector: Float32Array, topK: number) => Promise<readonly VectorHit[]>;
  /** Returns cosines in the order of `ids`; NaN for ids without a vector. */
  readonly cosines: (vector: Float32Array, ids: readonly string[]) => Promise<Float64Array>;
  /** Called when this thread has nothing to do until the vector thread answers. */
  readonly onWait: () => void;
}

/**
 * Returns the candidates of a hybrid search. The vector thread searches vectors while this thread scores the terms.
 * Each branch's hits then get the score of the other branch, and `fuse` combines both in a weighted sum.
 *
 * A search begins shallow, with the candidates that can be among the best (threshold algorithm of Fagin et al., see
 * `contendersOf`). It repeats at full depth if these are not certain.
 */
export const searchCandidates = async (
  request: LocalSearchRequest,
  parts: LocalParts,
  maxCharacters: number,
): Promise<StoredCandidates> => {
  const { first, full, wanted } = request.depths;
  const search = new LocalSearch(request, parts);
  let depth = first;
  let candidates = await search.candidates(first, first < full ? wanted : undefined);
  if (first < full && !areFinal(candidates, wanted)) {
    depth = full;
    candidates = await search.candidates(full, undefined);
  }
  const passages = bestPassages(candidates.ranked, request, parts, maxCharacters);
  return { candidates, depth, passages, steps: search.steps };
};

/** Whether no other passage can be among the best. */
const areFinal = ({ isExhausted, ranked, bound }: Candidates, wanted: number): boolean =>
  isExhausted || (ranked.length >= wanted && ranked[wanted - 1]!.score > bound);

class LocalSearch {
  readonly #request: LocalSearchRequest;
  readonly #parts: LocalParts;
  /** Semantic scores of keyword hits. */
  readonly #far = new Map<string, number>();
  readonly steps = { semanticMs: 0, keywordMs: 0, completeMs: 0 };

  constructor(request: LocalSearchRequest, parts: LocalParts) {
    this.#request = request;
    this.#parts = parts;
  }

  /**
   * Returns the candidates down to `depth` in each branch. With `wanted`, leaves out those that can't be among the best
   * `wanted`.
   */
  async candidates(depth: number, wanted: number | undefined): Promise<Candidates> {
    const { query, alpha, explain } = this.#request;
    const nearby = this.#near(depth);
    // Only the first failure is reported. This prevents an unhandled rejection if a later step fails first.
    nearby.catch(() => {});
    const matching = this.#matching(depth);
    const far = this.#farScores([...matching.scores.keys()]);
    this.#parts.onWait();
    const [near, farScores] = await Promise.all([nearby, far]);
    const start = performance.now();
    const contenders = contendersOf(alpha, near, matching, wanted);
    const otherScores = this.#otherScores(contenders.ids, matching);
    this.steps.completeMs += performance.now() - start;
    return fuse({ near, matching, farScores, otherScores }, contenders, {
      alpha,
      mustMatch: hasPhrases(query),
      explain,
    });
  }

  async #near(depth: number): Promise<Branch> {
    const { vector, maxTopK } = this.#request;
    if (vector === undefined) return NOTHING;
    const start = performance.now();
    const hits = await this.#parts.search(vector, Math.min(depth, maxTopK));
    this.steps.semanticMs += performance.now() - start;
    return nearBranch(hits, depth);
  }

  #matching(topK: number): Branch {
    const { query, filter } = this.#request;
    const start = performance.now();
    const { hits, exhausted } = this.#parts.read({ kind: "keywordSearch", query, topK, filter });
    this.steps.keywordMs += performance.now() - start;
    return matchingBranch(hits, exhausted);
  }

  /**
   * Requests the scores of all keyword hits before the near ones are known, to wait only once for both. Those of a
   * shallower search are known already.
   */
  async #farScores(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { vector } = this.#request;
    const unknown = ids.filter((id) => !this.#far.has(id));
    if (vector === undefined || unknown.length === 0) return this.#far;
    const cosines = await this.#parts.cosines(vector, unknown);
    const known = unknown.flatMap((id, index) =>
      Number.isNaN(cosines[index]) ? [] : [[id, cosines[index]!] as const],
    );
    for (const [id, score] of semanticScoresOf(known)) this.#far.set(id, score);
    return this.#far;
  }

  #otherScores(contenders: readonly string[], matching: Branch): ReadonlyMap<string, number> {
    const ids = contenders.filter((id) => !matching.scores.has(id));
    // Every match is known, so all others contain no term of the query.
    if (matching.isExhausted || ids.length === 0) return NOTHING.scores;
    const { query } = this.#request;
    return keywordScoresOf(ids, new Map(this.#parts.read({ kind: "keywordScores", query, ids: passagesOf(ids) })));
  }
}

/**
 * Returns the passages of the best candidates until `wanted` of them are within the limit per document, or until
 * `maxCharacters`.
 */
const bestPassages = (
  ranked: readonly Candidate[],
  { depths: { wanted }, maxPerDocument }: LocalSearchRequest,
  { read }: LocalParts,
  maxCharacters: number,
): readonly StoredPassage[] => {
  const passages: StoredPassage[] = [];
  const counts = new Map<string, number>();
  let characters = 0;
  let missing = wanted;
  for (let start = 0; missing > 0 && start < ranked.length && characters < maxCharacters;) {
    const batch = ranked.slice(start, start + missing);
    start += batch.length;
    const ids = [...new Set(batch.map(({ id }) => passageIdOf(id)))];
    const found = read({ kind: "get", ids, maxCharacters: maxCharacters - characters }).passages;
    for (const passage of found) {
      passages.push(passage);
      characters += passage.text.length + passage.ownMetadata.length + passage.sharedMetadata.length;
      const count = (counts.get(passage.documentId) ?? 0) + 1;
      counts.set(passage.documentId, count);
      if (maxPerDocument === undefined || passage.documentId === "" || count <= maxPerDocument) missing -= 1;
    }
    if (maxPerDocument === undefined) break;
  }
  return passages;
};
