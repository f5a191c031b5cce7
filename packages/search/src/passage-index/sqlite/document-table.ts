import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Passage } from "../passage.ts";
import { documentSum } from "./checksums.ts";
import { prepareAll } from "./segment-store.ts";

/** Documents remembered by what their passages share; an ingest works on a few at a time. */
const KEPT = 256;

/** What the passages of a document's run share, and how many there are. Runs inside the caller's transaction. */
export class DocumentTable {
  readonly #statements: Readonly<Record<keyof typeof SQL, StatementSync>>;
  readonly #numbers = new Map<string, number>();
  readonly #changes = new Map<number, number>();
  #next: number;

  constructor(database: DatabaseSync, next: number) {
    this.#statements = prepareAll(database, SQL);
    this.#next = next;
  }

  get next(): number {
    return this.#next;
  }

  /** Counts a passage that is added, and gives the number of its document. */
  add({ documentId, generation }: Passage, sharedMetadata: string): number {
    const key = `${documentId}\0${generation}\0${sharedMetadata}`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#find(documentId, generation, sharedMetadata);
      if (this.#numbers.size >= KEPT) this.#numbers.clear();
      this.#numbers.set(key, number);
    }
    this.#change(number, 1);
    return number;
  }

  /** Counts a passage that is removed. */
  remove(number: number): void {
    this.#change(number, -1);
  }

  /** Writes the counts. */
  flush(): void {
    for (const [number, change] of this.#changes) {
      this.#statements.count.run(change, number);
      if (change < 0 && Number(this.#statements.deleteEmpty.run(number).changes) > 0) this.#numbers.clear();
    }
    this.#changes.clear();
  }

  #find(documentId: string, generation: number, sharedMetadata: string): number {
    const found = this.#statements.find.get(documentId, generation, sharedMetadata);
    if (found !== undefined) return Number(found["number"]);
    const number = this.#next++;
    const sum = documentSum(number, documentId, generation, sharedMetadata);
    this.#statements.insert.run(number, documentId, generation, sharedMetadata, sum);
    return number;
  }

  #change(number: number, by: number): void {
    this.#changes.set(number, (this.#changes.get(number) ?? 0) + by);
  }
}

const SQL = {
  find: "select number from document where document_id = ? and generation = ? and metadata = ?",
  insert: "insert into document values (?, ?, ?, ?, 0, ?)",
  count: "update document set passages = passages + ? where number = ?",
  deleteEmpty: "delete from document where number = ? and passages = 0",
} as const;
