import { type Filter, isObject } from "../../../filters/filter-rows.ts";

/** The states that the list can be limited to. */
export const STATUS_FILTERS = ["all", "ready", "processing", "pending", "failed"] as const;

export type StatusFilter = (typeof STATUS_FILTERS)[number];

/** The contract's ways to sort that the list offers; the first is the usual one. */
export const SORTS = [
  "-created_at",
  "created_at",
  "-updated_at",
  "updated_at",
  "filename",
  "-filename",
  "-file_size",
  "file_size",
  "-chunk_count",
  "chunk_count",
] as const;

export type Sort = (typeof SORTS)[number];

/** Filters and sort order of the document list. */
export interface ListView {
  readonly status: StatusFilter;
  /** Part of the file name; empty for all. */
  readonly filename: string;
  readonly filters: Filter;
  readonly sort: Sort;
}

export const EVERYTHING: ListView = { status: "all", filename: "", filters: {}, sort: "-created_at" };

export const hasFilters = ({ filters }: ListView): boolean => Object.keys(filters).length > 0;

/** Whether it asks for more than a status. How many fit a status is known anyway; how many fit this, the list says. */
export const isNarrowed = (view: ListView): boolean => view.filename !== "" || hasFilters(view);

/** Whether it is the default order of the service's list, reversed. */
export const isUsualOrder = (view: ListView): boolean => view.sort === EVERYTHING.sort && !isNarrowed(view);

/** Query parameters of the page's address: only values that differ from the default. */
export const parametersOf = (view: ListView): Record<string, string> => ({
  ...(view.status !== EVERYTHING.status && { status: view.status }),
  ...(view.filename !== "" && { name: view.filename }),
  ...(hasFilters(view) && { filters: JSON.stringify(view.filters) }),
  ...(view.sort !== EVERYTHING.sort && { sort: view.sort }),
});

/** View of an address. Invalid parts, as in a mistyped one, are ignored. */
export const viewOf = (parameters: URLSearchParams): ListView => ({
  status: STATUS_FILTERS.find((status) => status === parameters.get("status")) ?? EVERYTHING.status,
  filename: parameters.get("name") ?? "",
  filters: filterOf(parameters.get("filters")),
  sort: SORTS.find((sort) => sort === parameters.get("sort")) ?? EVERYTHING.sort,
});

/** The same for views that show the same. */
export const keyOf = (view: ListView): string => new URLSearchParams(parametersOf(view)).toString();

const filterOf = (text: string | null): Filter => {
  try {
    const filter: unknown = JSON.parse(text ?? "{}");
    return isObject(filter) ? filter : EVERYTHING.filters;
  } catch {
    return EVERYTHING.filters;
  }
};
