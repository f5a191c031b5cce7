import { compareStrings } from "@quarry/plugin/domain";
import type { MilvusClient } from "@zilliz/milvus2-sdk-node";
import type { Connection } from "./milvus-connection.ts";
import { checkStatus } from "./milvus-failure.ts";
import { isOneOf, literal } from "./to-expression.ts";

/** Rows per request; the server accepts 16,384. */
const PAGE_SIZE = 1_000;
const MAX_QUERY_ROWS = 16_384;

type Row = Record<string, unknown>;

interface MilvusRowsOptions {
  /** The collection's name on the server. */
  readonly name: string;
  readonly signal: AbortSignal;
  /** Rows per request, for large rows. */
  readonly pageSize?: number;
}

/** Reads rows of one collection with strong consistency. */
export class MilvusRows {
  readonly #client: MilvusClient;
  readonly #name: string;
  readonly #isLite: boolean;
  readonly #signal: AbortSignal;
  readonly #pageSize: number;

  constructor({ client, isLite }: Connection, { name, signal, pageSize = PAGE_SIZE }: MilvusRowsOptions) {
    this.#client = client;
    this.#name = name;
    this.#isLite = isLite;
    this.#signal = signal;
    this.#pageSize = pageSize;
  }

  /** Returns the rows of the existing ids. */
  async byIds(ids: readonly string[], fields: readonly string[]): Promise<Row[]> {
    const rows: Row[] = [];
    const unique = [...new Set(ids)];
    for (let index = 0; index < unique.length; index += this.#pageSize) {
      rows.push(...(await this.#query(isOneOf(unique.slice(index, index + this.#pageSize)), fields, this.#pageSize)));
    }
    return rows;
  }

  async count(expression: string): Promise<number> {
    const answer = await this.#client.query({
      collection_name: this.#name,
      filter: expression,
      output_fields: ["count(*)"],
      consistency_level: "Strong" as never,
    });
    checkStatus(answer.status);
    return Number(answer.data[0]?.["count(*)"]);
  }

  /** Yields all matching rows by id, page by page, starting after `after`. */
  async *matching(expression: string, fields: readonly string[], after?: string): AsyncGenerator<Row[]> {
    if (this.#isLite) {
      yield* this.#matchingUnordered(expression, fields, after);
      return;
    }
    for (let last = after; ;) {
      const rows = await this.#query(behind(expression, last), fields, this.#pageSize);
      if (rows.length > 0) yield rows;
      if (rows.length < this.#pageSize) return;
      last = rows.at(-1)!["id"] as string;
    }
  }

  /** Reads the ids first, for servers whose pages are unordered. */
  async *#matchingUnordered(expression: string, fields: readonly string[], after?: string): AsyncGenerator<Row[]> {
    const ids: string[] = [];
    for (let offset = 0; ; offset += MAX_QUERY_ROWS) {
      const rows = await this.#query(behind(expression, after), ["id"], MAX_QUERY_ROWS, offset);
      for (const row of rows) ids.push(row["id"] as string);
      if (rows.length < MAX_QUERY_ROWS) break;
    }
    ids.sort(compareStrings);
    for (let index = 0; index < ids.length; index += this.#pageSize) {
      const page = ids.slice(index, index + this.#pageSize);
      const rows = fields.length === 1 ? page.map((id) => ({ id })) : await this.byIds(page, fields);
      yield rows.toSorted((a, b) => compareStrings(a["id"] as string, b["id"] as string));
    }
  }

  /** The client can't cancel a request; after a cancelled one no further request is sent. */
  async #query(expression: string, fields: readonly string[], limit: number, offset = 0): Promise<Row[]> {
    this.#signal.throwIfAborted();
    const answer = await this.#client.query({
      collection_name: this.#name,
      filter: expression,
      output_fields: [...fields],
      limit,
      consistency_level: "Strong" as never,
      ...(offset > 0 && { offset }),
    });
    checkStatus(answer.status);
    return answer.data;
  }
}

const behind = (expression: string, id: string | undefined): string =>
  id === undefined ? expression : `(${expression}) and id > ${literal(id)}`;
