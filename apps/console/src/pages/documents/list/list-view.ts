import { type Filter, isObject } from "../../../filters/filter-rows.ts";

/** Statuses by which the list can be filtered. */
export const STATUS_FILTERS = ["all", "ready", "processing", "pending", "failed"] as const;

export type StatusFilter = (typeof STATUS_FILTERS)[number];

/** Sort orders of the contract that the list offers. The first is the default. */
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
  /** Substring of the file name. Empty for all. */
  readonly filename: string;
  readonly filters: Filter;
  readonly sort: Sort;
}

export const EVERYTHING: ListView = { status: "all", filename: "", filters: {}, sort: "-created_at" };

export const hasFilters = ({ filters }: ListView): boolean => Object.keys(filters).length > 0;

/**
 * Whether the view filters by more than a status. The counts per status are known anyway; for other filters only the
 * list has the total.
 */
export const isNarrowed = (view: ListView): boolean => view.filename !== "" || hasFilters(view);

/** Whether the view has the default order, which is the service's order reversed. */
export const isUsualOrder = (view: ListView): boolean => view.sort === EVERYTHING.sort && !isNarrowed(view);

/** Query parameters of the page's address. Only values that differ from the default are included. */
export const parametersOf = (view: ListView): Record<string, string> => ({
  ...(view.status !== EVERYTHING.status && { status: view.status }),
  ...(view.filename !== "" && { name: view.filename }),
  ...(hasFilters(view) && { filters: JSON.stringify(view.filters) }),
  ...(view.sort !== EVERYTHING.sort && { sort: view.sort }),
});

/** Returns the view of an address. Invalid parts, as in a mistyped address, are ignored. */
export const viewOf = (parameters: URLSearchParams): ListView => ({
  status: STATUS_FILTERS.find((status) => status === parameters.get("status")) ?? EVERYTHING.status,
  filename: parameters.get("name") ?? "",
  filters: filterOf(parameters.get("filters")),
  sort: SORTS.find((sort) => sort === parameters.get("sort")) ?? EVERYTHING.sort,
});

/** Returns a key that is equal for equivalent views. */
export const keyOf = (view: ListView): string => new URLSearchParams(parametersOf(view)).toString();

const filterOf = (text: string | null): Filter => {
  try {
    const filter: unknown = JSON.parse(text ?? "{}");
    return isObject(filter) ? filter : EVERYTHING.filters;
  } catch {
    return EVERYTHING.filters;
  }
};
