import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { ApiError } from "../../../api/api-error.ts";
import { call, type contract, type Message } from "../../../api/rest.ts";
import { contentUrl } from "../document-file.ts";
import { documentKey } from "../documents-data.ts";

export type TableMessage = Message<contract.DocumentTable>;

const ONE = "GET /v1/collections/{collection_name}/documents/{document_id}";

/** Number of tables, or rows of a table, per request. */
const TABLES_AT_ONCE = 10;
const FIRST_ROWS = 10;
const ROWS_AT_ONCE = 200;

/** Maximum length of the Markdown shown. Browsers can't lay out more at once without a pause. */
const MAX_SHOWN = 262_144;

// The key begins with the document's key: cached contents are dropped when the document is processed again.
const keyOf = (collection: string, id: string) => [...documentKey(collection, id), "contents"] as const;

const pathOf = (collection: string, id: string) => ({ collection_name: collection, document_id: id });

/** Query for the document's tables with their first rows, page by page. */
export const tablesQuery = (collection: string, id: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(collection, id), "tables"],
    queryFn: ({ pageParam: offset, signal }) => {
      const range = { limit: TABLES_AT_ONCE, rows: FIRST_ROWS, offset };
      return call(`${ONE}/tables`, { ...pathOf(collection, id), ...range }, signal);
    },
    initialPageParam: 0,
    getNextPageParam: ({ tables, total }) => {
      const next = tables.at(-1)?.table ?? total;
      return next < total ? next : undefined;
    },
    staleTime: Infinity,
    retry: false,
  });

/** Query for the rows of a table after those in the table list, page by page. */
export const rowsQuery = (collection: string, id: string, { table, rows }: TableMessage) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(collection, id), "tables", table],
    queryFn: ({ pageParam: offset, signal }) => {
      const range = { limit: ROWS_AT_ONCE, offset };
      return call(`${ONE}/tables/{table}`, { ...pathOf(collection, id), table, ...range }, signal);
    },
    initialPageParam: rows.length,
    getNextPageParam: (last: TableMessage) => (last.truncated ? last.offset + last.rows.length : undefined),
    staleTime: Infinity,
    enabled: false,
  });

/** Query for the Markdown up to the maximum length, and whether it is complete. */
export const markdownQuery = (collection: string, id: string) =>
  queryOptions({
    queryKey: [...keyOf(collection, id), "markdown"],
    queryFn: async ({ signal }) => {
      const response = await fetch(contentUrl(collection, id, "markdown"), { signal });
      if (!response.ok) throw ApiError.ofResponse(response, await response.json().catch(() => undefined));
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return { text, isWhole: true };
        text += value;
        if (text.length <= MAX_SHOWN) continue;
        await reader.cancel();
        return { text: text.slice(0, text.lastIndexOf("\n", MAX_SHOWN)), isWhole: false };
      }
    },
    staleTime: Infinity,
    retry: false,
  });
