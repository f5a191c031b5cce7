import { DatabaseSync, type StatementSync } from "node:sqlite";

/** SQLite's own full-text search, in this process: the reference of keyword-query. */
export class FullTextTable implements Disposable {
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #search: StatementSync;

  constructor(path: string) {
    this.#database = new DatabaseSync(path);
    this.#database.exec(`pragma journal_mode = wal; pragma synchronous = full;
      create virtual table passages using fts5 (text, tokenize = 'porter unicode61');`);
    this.#insert = this.#database.prepare("insert into passages (text) values (?)");
    this.#search = this.#database.prepare(
      "select rowid, bm25(passages) as score from passages where passages match ? order by score limit ?",
    );
  }

  /** One transaction. */
  insert(texts: readonly string[]): void {
    this.#database.exec("begin");
    for (const text of texts) this.#insert.run(text);
    this.#database.exec("commit");
  }

  /** The best rows that hold any of the words. */
  search(query: string, topK: number): unknown[] {
    const words = query.split(" ").map((word) => `"${word}"`);
    return this.#search.all(words.join(" OR "), topK);
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}
