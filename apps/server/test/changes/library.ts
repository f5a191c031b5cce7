import { expect } from "vitest";
import type { Api, CallOptions } from "../harness/api.ts";
import { Random } from "../harness/random.ts";
import type { QueryAnswer } from "../harness/resources.ts";

/**
 * More than the number of passages in any library of these tests: a query with this limit returns everything that has a
 * vector.
 */
const ALL = 1_000;

/**
 * Expected content of a collection, as acknowledged to clients: documents and direct vectors, each with a unique word.
 */
export class Library {
  readonly name: string;
  /** Words of documents and of vectors, by id. */
  readonly documents = new Map<string, string>();
  readonly vectors = new Map<string, string>();
  readonly #api: () => Api;
  readonly #random: Random;
  #made = 0;

  constructor(name: string, api: () => Api) {
    this.name = name;
    this.#api = api;
    // No two libraries of a file share a text: the server embeds each text only once.
    this.#random = new Random([...name].reduce((seed, letter) => Math.imul(seed, 31) + letter.charCodeAt(0), 7));
  }

  get api(): Api {
    return this.#api();
  }

  word(): string {
    this.#made += 1;
    return `${this.#random.word(14)}${this.#made}`;
  }

  async addDocument(): Promise<string> {
    const word = this.word();
    const bytes = `The ${word} stands in the harbour.\n\nNobody knows who built the ${word}.`;
    const document = await this.api.ingest({ collection: this.name, filename: `${word}.txt`, bytes }, 240_000);
    expect(document).toMatchObject({ status: "ready", error_message: null });
    this.documents.set(document.id, word);
    return document.id;
  }

  async removeDocument(id: string): Promise<void> {
    await this.api.deleteDocument(this.name, id);
    this.documents.delete(id);
  }

  /**
   * Writes vectors of the collection's current dimension. A collection that switches in between refuses them; they are
   * then sent again.
   */
  async putVectors(ids: readonly string[], kind = "note"): Promise<void> {
    for (;;) {
      const { dimension } = await this.api.expect<{ dimension: number }>(200, "GET", `/v1/collections/${this.name}`);
      const words = ids.map((id) => [id, this.word()] as const);
      const vectors = words.map(([id, word]) => ({
        id,
        text: `a ${kind} about ${word}`,
        embedding: Array.from({ length: dimension }, () => this.#random.next() - 0.5),
      }));
      const answer = await this.#post("vectors/upsert", { json: { vectors } });
      if (answer.status === 200) {
        for (const [id, word] of words) this.vectors.set(id, word);
        return;
      }
      // Allowed only if the dimension has just changed: 400 for the number, or 409 for a switch during the write.
      const refused = answer.status === 409 || /must have \d+ numbers/.test(answer.body.detail);
      if (!refused) throw new Error(`upsert: ${answer.status} ${answer.text}`);
    }
  }

  async removeVectors(ids: readonly string[]): Promise<void> {
    const answer = await this.#post("vectors/delete", { json: { ids } });
    if (answer.status !== 200) throw new Error(`delete: ${answer.status} ${answer.text}`);
    for (const id of ids) this.vectors.delete(id);
  }

  query(body: Readonly<Record<string, unknown>>): Promise<QueryAnswer> {
    return this.api.query(this.name, body);
  }

  /** Fails unless the document is the first result of a query for its word. */
  async expectFound(documentId: string, mode: "semantic" | "hybrid"): Promise<void> {
    const word = this.documents.get(documentId)!;
    const { results } = await this.query({ query: `Who built the ${word}?`, search_mode: mode, top_k: 3 });
    expect(results[0]?.document_id, `${mode} query for ${word}`).toBe(documentId);
  }

  /**
   * Fails unless the vector is among the best results of a query for its own text. It need not be the first: other
   * texts can share its words' dimensions.
   */
  async expectVectorFound(id: string, kind: string): Promise<void> {
    const query = `a ${kind} about ${this.vectors.get(id)}`;
    const { results } = await this.query({ query, search_mode: "semantic", top_k: 50 });
    const best = results.filter(({ score }) => score > results[0]!.score - 1e-6).map((result) => result.id);
    expect(best, query).toContain(id);
  }

  /** Fails unless a search for everything returns exactly the expected vectors. */
  async expectExact(): Promise<void> {
    const answer = await this.query({ query: "the harbour and a note", search_mode: "semantic", top_k: ALL });
    const found = answer.results.map(({ id, document_id }) => (document_id === "" ? id : document_id));
    expect(found.toSorted()).toEqual([...this.documents.keys(), ...this.vectors.keys()].toSorted());
  }

  #post(verb: string, options: CallOptions) {
    return this.api.call("POST", `/v1/collections/${this.name}/${verb}`, options);
  }
}
