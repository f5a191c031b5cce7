import type { JsonObject } from "@quarry/plugin/domain";
import { BoundedMap } from "../../bounded-map.ts";
import type { SharedMetadata } from "../../ranking/row-filter.ts";
import { type Identity, joinMetadata, type NumberedText } from "../protocol.ts";
import type { AskDatabase } from "./block-reader.ts";

/** Documents and passages of a collection whose metadata is kept: some 10 MB of each kind at 500 bytes a piece. */
const METADATA_KEPT = 20_000;
/** Names of passages kept: some 4 MB. */
const IDENTITIES_KEPT = 20_000;

/**
 * What the searcher reads of single passages and documents. Their numbers are never given again, so what is kept stays
 * true; what is missing in an answer was deleted.
 */
export class PassageFacts {
  readonly #collection: number;
  readonly #ask: AskDatabase;
  readonly #documents = new BoundedMap<number, SharedMetadata>(METADATA_KEPT);
  readonly #whole = new BoundedMap<number, JsonObject>(METADATA_KEPT);
  readonly #identities = new BoundedMap<number, Identity>(IDENTITIES_KEPT);
  readonly #seqs = new BoundedMap<string, number>(IDENTITIES_KEPT);

  constructor(collection: number, ask: AskDatabase) {
    this.#collection = collection;
    this.#ask = ask;
  }

  documents(numbers: readonly number[]): Promise<ReadonlyMap<number, SharedMetadata>> {
    return readThrough(this.#documents, numbers, async (missing) => {
      const found = await this.#ask({ kind: "documents", collection: this.#collection, numbers: missing });
      return found.map(({ number, documentId, metadata }) => [
        number,
        { documentId, metadata: JSON.parse(metadata) as JsonObject },
      ]);
    });
  }

  /** The whole metadata of passages, by their number. `documentOf` gives the number of a passage's document. */
  whole(seqs: readonly number[], documentOf: (seq: number) => number): Promise<ReadonlyMap<number, JsonObject>> {
    return readThrough(this.#whole, seqs, async (missing) => {
      const documents = await this.documents([...new Set(missing.map(documentOf))]);
      const found = await this.#ask({ kind: "metadata", collection: this.#collection, seqs: missing });
      return found.flatMap(({ seq, metadata }) => {
        const shared = documents.get(documentOf(seq));
        return shared === undefined ? [] : [[seq, joinMetadata(shared.metadata, metadata)] as const];
      });
    });
  }

  /** The texts of passages. They are not kept. */
  texts(seqs: readonly number[]): Promise<readonly NumberedText[]> {
    return this.#ask({ kind: "texts", collection: this.#collection, seqs });
  }

  identities(seqs: readonly number[]): Promise<ReadonlyMap<number, Identity>> {
    return readThrough(this.#identities, seqs, async (missing) => {
      const found = await this.#ask({ kind: "identities", collection: this.#collection, seqs: missing });
      return found.map((identity) => [identity.seq, identity]);
    });
  }

  /** Numbers of passages by their ids. A passage that is put again gets another: `isLive` says whether one is still right. */
  seqs(ids: readonly string[], isLive: (seq: number) => boolean): Promise<ReadonlyMap<string, number>> {
    for (const id of ids) {
      const known = this.#seqs.get(id);
      if (known !== undefined && !isLive(known)) this.#seqs.delete(id);
    }
    return readThrough(this.#seqs, ids, async (missing) => {
      const found = await this.#ask({ kind: "seqs", collection: this.#collection, ids: missing });
      return found.map(({ id, seq }) => [id, seq]);
    });
  }
}

/** What is kept of `keys`, and what is not as `read` gives it. */
const readThrough = async <Key, Value>(
  kept: BoundedMap<Key, Value>,
  keys: readonly Key[],
  read: (missing: readonly Key[]) => Promise<readonly (readonly [Key, Value])[]>,
): Promise<ReadonlyMap<Key, Value>> => {
  const found = new Map<Key, Value>();
  const missing: Key[] = [];
  for (const key of keys) {
    const value = kept.get(key);
    if (value === undefined) missing.push(key);
    else found.set(key, value);
  }
  if (missing.length === 0) return found;
  for (const [key, value] of await read([...new Set(missing)])) {
    kept.ensure(key, () => value);
    found.set(key, value);
  }
  return found;
};
