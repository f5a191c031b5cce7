import { PassageIndexError } from "@quarry/index";
import type {
  NearWord,
  PluginError,
  TermIndexV1,
  TermRecord,
  TermSearchRequest,
  TermSearchResult,
} from "@quarry/plugin";
import { Effect } from "effect";

/** The configured store that answers term searches. */
export interface KeywordStore {
  readonly name: string;
  readonly terms: TermIndexV1;
  /** Maximum number of hits of one search. */
  readonly maxTopK: number;
}

/** A keyword store as the index uses it: with promises, the numbers of collections and passages, and index errors. */
export class ExternalTermStore {
  readonly name: string;
  readonly maxHits: number;
  readonly #terms: TermIndexV1;
  readonly #readOwner: () => Promise<string>;
  #owner: string | undefined;

  /** `readOwner` returns the name that distinguishes this database's collections from those of others. */
  constructor({ name, terms, maxTopK }: KeywordStore, readOwner: () => Promise<string>) {
    this.name = name;
    this.maxHits = maxTopK;
    this.#terms = terms;
    this.#readOwner = readOwner;
  }

  ensure(collection: number): Promise<void> {
    return this.#run(collection, (name) => this.#terms.ensureCollection(name));
  }

  drop(collection: number): Promise<void> {
    return this.#run(collection, (name) => this.#terms.dropCollection(name));
  }

  put(collection: number, records: readonly TermRecord[]): Promise<void> {
    return this.#run(collection, (name) => this.#terms.put(name, records));
  }

  remove(collection: number, seqs: readonly number[]): Promise<void> {
    return this.#run(collection, (name) => this.#terms.remove(name, seqs.map(String)));
  }

  /** Returns the number of passages per group. Passages with the numbers `without` are not counted. */
  count(
    collection: number,
    groups: readonly (readonly string[])[],
    without: readonly number[],
    signal: AbortSignal,
  ): Promise<readonly number[]> {
    return this.#run(collection, (name) => this.#terms.count(name, groups, without.map(String)), signal);
  }

  search(collection: number, request: TermSearchRequest, signal: AbortSignal): Promise<TermSearchResult> {
    return this.#run(collection, (name) => this.#terms.search(name, request), signal);
  }

  nearWords(
    collection: number,
    words: readonly string[],
    edits: number,
    signal: AbortSignal,
  ): Promise<readonly (readonly NearWord[])[]> {
    return this.#run(collection, (name) => this.#terms.nearWords(name, words, edits), signal);
  }

  async #run<A>(
    collection: number,
    call: (name: string) => Effect.Effect<A, PluginError>,
    signal?: AbortSignal,
  ): Promise<A> {
    this.#owner ??= await this.#readOwner();
    // A database never reuses a number, so remains of a dropped collection are never mistaken for another's.
    const effect = call(`w${this.#owner}_${collection}`);
    return Effect.runPromise(
      Effect.mapError(effect, (error) => this.#toIndexError(error)),
      signal && { signal },
    );
  }

  #toIndexError(cause: PluginError): PassageIndexError {
    const { reason, message } = cause;
    if (reason === "not_found") return new PassageIndexError({ reason: "words_lost", message, cause });
    const text = `the keyword index "${this.name}" can't be used at the moment: ${message}`;
    const isAway = cause.isRetryable || reason === "damaged" || reason === "unauthorized" || reason === "limit";
    return new PassageIndexError({ reason: isAway ? "terms_unavailable" : "internal", message: text, cause });
  }
}
