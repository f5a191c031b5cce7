import { describeValue } from "@quarry/plugin/domain";
import { invalid } from "./problems.ts";

/** Item that a page follows or precedes. */
interface Cursor {
  readonly param: "after" | "before";
  readonly id: string;
}

/** Requested page of a list. */
export interface PageQuery {
  readonly limit: number;
  readonly isDescending: boolean;
  readonly cursor: Cursor | undefined;
}

/** Reads the parameters of a list. */
export const pageQuery = (query: URLSearchParams, most: number, usual: number): PageQuery => {
  const limit = queryParameter(query, "limit");
  const order = queryParameter(query, "order") ?? "desc";
  if (order !== "asc" && order !== "desc") throw invalid("order", `must be asc or desc, got ${describeValue(order)}`);
  const count = limit === undefined ? usual : Number(limit);
  if (!/^\d{1,9}$/.test(limit ?? "0") || count < 1 || count > most) {
    throw invalid("limit", `must be an integer from 1 to ${most}, got ${describeValue(limit)}`);
  }
  const [after, before] = [queryParameter(query, "after"), queryParameter(query, "before")];
  if (after !== undefined && before !== undefined) throw invalid("before", "must be left out where after is given");
  const [param, id] = after === undefined ? (["before", before] as const) : (["after", after] as const);
  return { limit: count, isDescending: order === "desc", cursor: id === undefined ? undefined : { param, id } };
};

/** Returns a parameter of the query string; undefined if it is empty. */
export const queryParameter = (query: URLSearchParams, name: string): string | undefined =>
  query.get(name) || undefined;

/** Window of a list: one item more than the page has, starting at the cursor, in the given direction. */
export interface Window<Position> {
  readonly isDescending: boolean;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** Reads a page and wraps it in OpenAI's format. */
export const listPage = async <Item, Position>(
  { limit, isDescending, cursor }: PageQuery,
  positionOf: (cursor: Cursor) => Promise<Position | undefined>,
  read: (window: Window<Position>) => Promise<readonly Item[]>,
  show: (item: Item) => { readonly id: string } | Promise<{ readonly id: string }>,
) => {
  const position = cursor && (await positionOf(cursor));
  if (cursor !== undefined && position === undefined) {
    // The item was not in the list within the last day either.
    throw invalid(cursor.param, `no item with id '${cursor.id.slice(0, 100)}' is or was lately in this list`);
  }
  const isBackward = cursor?.param === "before";
  const found = await read({ isDescending: isDescending !== isBackward, after: position, limit: limit + 1 });
  const items = found.slice(0, limit);
  const data: { readonly id: string }[] = [];
  for (const item of isBackward ? items.toReversed() : items) data.push(await show(item));
  return {
    object: "list",
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: found.length > limit,
  };
};
