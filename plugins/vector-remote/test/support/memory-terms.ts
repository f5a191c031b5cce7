import { Code, ConnectError, type ServiceImpl } from "@connectrpc/connect";
import type { FactQuery, SearchTermsRequest, TermRecord, VectorRecord, VectorStoreService } from "@quarry/api/plugin";
import { editDistance } from "@quarry/plugin/domain";

type TermCalls = Pick<
  ServiceImpl<typeof VectorStoreService>,
  "ensureTerms" | "dropTerms" | "putTerms" | "removeTerms" | "countTerms" | "searchTerms" | "nearWords"
>;

type Matches = (query: FactQuery, facts: Pick<VectorRecord, "words" | "numbers">) => boolean;

/** Minimal implementation of the protocol's term search: maps in memory, and a scan of every record. */
export class FactsTerms {
  readonly #collections = new Map<string, Map<string, TermRecord>>();
  readonly #matches: Matches;

  constructor(matches: Matches) {
    this.#matches = matches;
  }

  readonly calls: TermCalls = {
    ensureTerms: ({ collection }) => {
      if (!this.#collections.has(collection)) this.#collections.set(collection, new Map());
      return {};
    },
    dropTerms: ({ collection }) => {
      this.#collections.delete(collection);
      return {};
    },
    putTerms: ({ collection, records }) => {
      const known = this.#find(collection);
      for (const record of records) known.set(record.key, record);
      return {};
    },
    removeTerms: ({ collection, keys }) => {
      const known = this.#find(collection);
      for (const key of keys) known.delete(key);
      return {};
    },
    countTerms: ({ collection, groups, without }) => {
      const records = [...this.#find(collection).values()].filter(({ key }) => !without.includes(key));
      const holding = (terms: readonly string[]) =>
        records.filter((record) => terms.some((term) => holds(record, term)));
      return { counts: groups.map(({ terms }) => BigInt(holding(terms).length)) };
    },
    searchTerms: (request) => this.#search(request),
    nearWords: ({ collection, words, edits }) => {
      const counts = new Map<string, number>();
      for (const record of this.#find(collection).values()) {
        for (const word of record.words) counts.set(word, (counts.get(word) ?? 0) + 1);
      }
      const near = (word: string) => [...counts].filter(([other]) => editDistance(word, other, edits) <= edits);
      return { lists: words.map((word) => ({ words: near(word).map(([other, count]) => ({ word: other, count })) })) };
    },
  };

  async *#search({ collection, terms, base, slope, required, keys, query, limit, after }: SearchTermsRequest) {
    const found = [...this.#find(collection).values()]
      .filter((record) => required.every((term) => holds(record, term)))
      .filter(({ key }) => keys === undefined || keys.keys.includes(key))
      .filter(({ facts, numbers }) => query === undefined || this.#matches(query, { words: facts, numbers }))
      .map((record) => {
        const { key, rank, length } = record;
        const frequencies = terms.map(({ term }) => (holds(record, term) ? record.terms[term]! : 0));
        const parts = frequencies.map((count, at) => (terms[at]!.weight * count) / (count + base + slope * length));
        return { rank, score: parts.reduce((sum, part) => sum + part, 0), hit: { key, length, frequencies } };
      })
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score || Buffer.compare(Buffer.from(a.rank), Buffer.from(b.rank)));
    const start = Number(after ?? 0);
    const page = found.slice(start, start + limit);
    const end = start + page.length;
    // One hit per message: a host must accept any split.
    for (const { hit } of page) yield { hits: [hit] };
    yield { bound: page.at(-1)?.score ?? 0, ...(end < found.length && { next: String(end) }) };
  }

  #find(name: string): Map<string, TermRecord> {
    const found = this.#collections.get(name);
    if (found !== undefined) return found;
    throw new ConnectError(`no collection of terms ${name}`, Code.NotFound);
  }
}

const holds = ({ terms }: TermRecord, term: string): boolean => Object.hasOwn(terms, term);
