import { expect } from "vitest";
import type { Answer, Api, Failure } from "../harness/api.ts";
import { vectorOf } from "../changes/gated-embedder.ts";

export const DIMENSION = 256;
const MODES = ["keyword", "semantic", "hybrid"] as const;

/** Entries of one collection, each with a unique word and with the vector of that word. */
export class Entries {
  readonly collection: string;
  readonly #api: () => Api;

  constructor(collection: string, api: () => Api) {
    this.collection = collection;
    this.#api = api;
  }

  put(ids: readonly string[], word: string, signal?: AbortSignal): Promise<Answer<Failure>> {
    const vectors = ids.map((id) => {
      const text = textOf(id, word);
      return { id, text, embedding: [...vectorOf(text, DIMENSION)], metadata: { word } };
    });
    return this.#api().call("POST", `/v1/collections/${this.collection}/vectors/upsert`, {
      json: { vectors },
      ...(signal && { signal }),
    });
  }

  remove(ids: readonly string[]): Promise<Answer<Failure>> {
    return this.#api().call("POST", `/v1/collections/${this.collection}/vectors/delete`, { json: { ids } });
  }

  /**
   * Queries each id by the text that it has or had with each of these words, in every mode, with and without a filter.
   * Fails unless an id is found only by its current word, with that text.
   */
  async expectWords(words: Readonly<Record<string, string | undefined>>, ...others: readonly string[]): Promise<void> {
    const requested = new Set([...Object.values(words).filter((word) => word !== undefined), ...others]);
    for (const [id, current] of Object.entries(words)) {
      for (const word of requested) {
        const expected = current === word ? [textOf(id, word)] : [];
        for (const search_mode of MODES) {
          for (const filters of [{}, { word }]) {
            const body = { query: textOf(id, word), search_mode, top_k: 50, filters };
            const { results } = await this.#api().query(this.collection, body);
            const found = results.filter((result) => result.id === id && result.score > LEAST_SCORE[search_mode]);
            expect(
              found.map(({ text }) => text),
              `${search_mode} for ${body.query}, filter ${JSON.stringify(filters)}`,
            ).toEqual(expected);
          }
        }
      }
    }
  }
}

/**
 * Minimum score of a passage that is queried by its own text. Semantic search returns all passages; the queried one has
 * the identical vector.
 */
const LEAST_SCORE = { keyword: 0, semantic: 0.999, hybrid: 0.4 } as const;

const textOf = (id: string, word: string): string => `${word} ${word}of${id}`;
