import { compileFilter, compareStrings } from "@quarry/plugin/domain";
import { PluginError, type TermHit, type TermIndexV1, type TermRecord, type TermSearchRequest } from "@quarry/plugin";
import { Effect } from "effect";
import { editDistance } from "@quarry/plugin/domain";

const PLUGIN = "plain-term-index";

/** Minimal implementation of the term index contract: maps in memory, and a scan of every record. */
export class PlainTermIndex implements TermIndexV1 {
  readonly #collections = new Map<string, Map<string, TermRecord>>();
  /** While it is set, every call fails with this error. */
  failure: PluginError | undefined;

  /** Simulates a backend that has lost all data. */
  lose(): void {
    this.#collections.clear();
  }

  /** Number of records, valid or not. */
  get size(): number {
    return [...this.#collections.values()].reduce((sum, { size }) => sum + size, 0);
  }

  ensureCollection = (name: string) =>
    this.#call(() => {
      if (!this.#collections.has(name)) this.#collections.set(name, new Map());
    });

  dropCollection = (name: string) => this.#call(() => void this.#collections.delete(name));

  put = (name: string, records: readonly TermRecord[]) =>
    this.#call(() => {
      const collection = this.#of(name);
      for (const record of records) collection.set(record.key, record);
    });

  remove = (name: string, keys: readonly string[]) =>
    this.#call(() => {
      const collection = this.#of(name);
      for (const key of keys) collection.delete(key);
    });

  count = (name: string, groups: readonly (readonly string[])[], without: readonly string[]) =>
    this.#call(() => {
      const records = [...this.#of(name).values()].filter(({ key }) => !without.includes(key));
      return groups.map((group) => records.filter(({ terms }) => group.some((term) => terms.has(term))).length);
    });

  search = (name: string, request: TermSearchRequest) =>
    this.#call(() => {
      const ranked = this.#ranked(name, request);
      const start = request.after === undefined ? 0 : Number(request.after);
      const page = ranked.slice(start, start + request.limit);
      const end = start + page.length;
      return {
        hits: page.map(({ hit }) => hit),
        // 32 bits, as in search engines.
        bound: Math.fround(page.at(-1)?.score ?? 0),
        ...(end < ranked.length && { next: String(end) }),
      };
    });

  nearWords = (name: string, words: readonly string[], edits: number) =>
    this.#call(() => {
      const counts = new Map<string, number>();
      for (const record of this.#of(name).values()) {
        for (const word of record.words) counts.set(word, (counts.get(word) ?? 0) + 1);
      }
      return words.map((word) =>
        [...counts].flatMap(([other, count]) =>
          editDistance(word, other, edits) <= edits ? [{ word: other, count }] : [],
        ),
      );
    });

  #ranked(name: string, { terms, required = [], filter, keys, base, slope }: TermSearchRequest) {
    const matches = filter === undefined ? () => true : compileFilter(filter);
    const scored: { readonly hit: TermHit; readonly rank: string; readonly score: number }[] = [];
    for (const { key, rank, terms: held, length, metadata } of this.#of(name).values()) {
      const frequencies = terms.map(({ term }) => held.get(term) ?? 0);
      if (frequencies.every((frequency) => frequency === 0)) continue;
      if (!required.every((term) => held.has(term)) || !matches(metadata)) continue;
      if (keys !== undefined && !keys.includes(key)) continue;
      let score = 0;
      for (const [index, frequency] of frequencies.entries()) {
        score += (terms[index]!.weight * frequency) / (frequency + base + slope * length);
      }
      scored.push({ hit: { key, length, frequencies }, rank, score: Math.fround(score) });
    }
    return scored.sort((a, b) => b.score - a.score || compareStrings(a.rank, b.rank));
  }

  #of(name: string): Map<string, TermRecord> {
    const collection = this.#collections.get(name);
    if (collection !== undefined) return collection;
    throw new PluginError({ plugin: PLUGIN, reason: "not_found", message: `there is no collection ${name}` });
  }

  #call<A>(call: () => A): Effect.Effect<A, PluginError> {
    return Effect.suspend(() =>
      this.failure === undefined
        ? Effect.try({ try: call, catch: (e) => e as PluginError })
        : Effect.fail(this.failure),
    );
  }
}
