import { describeValue } from "@quarry/plugin/domain";
import { invalid } from "./problems.ts";

/** Requested page of a list. */
export interface PageQuery {
  readonly limit: number;
  readonly isDescending: boolean;
  readonly after: string | undefined;
  readonly before: string | undefined;
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
  return { limit: count, isDescending: order === "desc", after, before };
};

/** Returns a parameter of the query string; undefined if it is empty. */
export const queryParameter = (query: URLSearchParams, name: string): string | undefined =>
  query.get(name) || undefined;

/** Builds the error for a cursor whose item is not in the list, and was not within the last day. */
export const unknownCursor = (page: PageQuery) => {
  const param = page.after === undefined ? "before" : "after";
  const id = (page.after ?? page.before)!.slice(0, 100);
  return invalid(param, `no item with id '${id}' is or was lately in this list`);
};

/** Window of a list: one item more than the page has, starting at the cursor, in the given direction. */
export interface Window<Position> {
  readonly isDescending: boolean;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** Reads a page and wraps it in OpenAI's format. */
export const listPage = async <Item, Position>(
  page: PageQuery,
  positionOf: (id: string) => Promise<Position | undefined>,
  read: (window: Window<Position>) => Promise<readonly Item[]>,
  show: (item: Item) => { readonly id: string } | Promise<{ readonly id: string }>,
) => {
  const cursor = page.after ?? page.before;
  const position = cursor === undefined ? undefined : await positionOf(cursor);
  if (cursor !== undefined && position === undefined) throw unknownCursor(page);
  const isBackward = page.before !== undefined;
  const found = await read({
    isDescending: page.isDescending !== isBackward,
    after: position,
    limit: page.limit + 1,
  });
  const items = found.slice(0, page.limit);
  const data: { readonly id: string }[] = [];
  for (const item of isBackward ? items.toReversed() : items) data.push(await show(item));
  return {
    object: "list",
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: found.length > page.limit,
  };
};
