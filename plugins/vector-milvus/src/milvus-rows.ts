import { compareStrings, slicesOf } from "@quarry/plugin/domain";
import type { MilvusClient, RowData, SearchResultData, SearchSimpleReq } from "@zilliz/milvus2-sdk-node";
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

/** Request for the rows with the largest inner products. */
interface NearestRequest extends Pick<SearchSimpleReq, "filter" | "limit" | "output_fields" | "params"> {
  /** The query's vector, dense or sparse. */
  readonly data: number[] | Record<number, number>;
}

/**
 * Rows of one collection in the context of a call. Reads them with strong consistency. The client can't cancel a
 * request; after a cancelled one no further request is sent.
 */
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
    for (const page of slicesOf([...new Set(ids)], this.#pageSize)) {
      rows.push(...(await this.#query(isOneOf(page), fields, this.#pageSize)));
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
    for (const page of slicesOf(ids.sort(compareStrings), this.#pageSize)) {
      const rows = fields.length === 1 ? page.map((id) => ({ id })) : await this.byIds(page, fields);
      yield rows.toSorted((a, b) => compareStrings(a["id"] as string, b["id"] as string));
    }
  }

  async nearest(request: NearestRequest): Promise<readonly SearchResultData[]> {
    this.#signal.throwIfAborted();
    const { status, results } = await this.#client.search({
      collection_name: this.#name,
      anns_field: "vector",
      metric_type: "IP",
      consistency_level: "Strong" as never,
      ...request,
    });
    checkStatus(status);
    return results;
  }

  async upsert(data: RowData[]): Promise<void> {
    this.#signal.throwIfAborted();
    const { status } = await this.#client.upsert({ collection_name: this.#name, data });
    checkStatus(status);
  }

  /** Deletes the rows that match the expression. */
  async delete(filter: string): Promise<void> {
    this.#signal.throwIfAborted();
    const { status } = await this.#client.delete({ collection_name: this.#name, filter });
    checkStatus(status);
  }

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
