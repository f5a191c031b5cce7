import { QUERY_OPTIONS, type QueryOption } from "@quarry/api/query-options";
import type { Body, contract, Message } from "../../api/rest.ts";
import { isObject } from "../../filters/filter-rows.ts";

export type SearchMode = NonNullable<Message<contract.QueryRequest>["search_mode"]>;

export const SEARCH_MODES: readonly SearchMode[] = ["hybrid", "semantic", "keyword"];

/** Options that have their own field, are always set, or do not appear in results. */
const OTHERS: ReadonlySet<string> = new Set(["search_mode", "filters", "explain", "expand", "citations"]);

/** Query options of the contract that the form offers as a number or a choice. */
export const FORM_OPTIONS: readonly QueryOption[] = QUERY_OPTIONS.filter(({ name }) => !OTHERS.has(name));

/** Search settings. Undefined ones use the collection's defaults. */
export interface SearchSettings {
  readonly collections: readonly string[];
  readonly mode?: SearchMode | undefined;
  readonly filters?: Readonly<Record<string, unknown>> | undefined;
  /** Values of `FORM_OPTIONS`, by property name. */
  readonly [option: string]: unknown;
}

/** Search as stored in the address of the page. */
export interface SearchState {
  readonly query: string;
  readonly a: SearchSettings;
  /** Settings to compare with, or undefined without a comparison. */
  readonly b: SearchSettings | undefined;
}

/** Returns the body of the request, without the collections: a search in several collections has another path. */
export const requestOf = (query: string, settings: SearchSettings): Body<contract.QueryRequest> => {
  const { mode, filters } = settings;
  const input = FORM_OPTIONS.filter(({ property }) => settings[property] !== undefined);
  return {
    query,
    ...(mode !== undefined && { search_mode: mode }),
    ...Object.fromEntries(input.map(({ name, property }) => [name, settings[property]])),
    ...(filters !== undefined && Object.keys(filters).length > 0 && { filters }),
  };
};

/** Returns the query string of a search, to save and share it. */
export const addressOf = ({ query, a, b }: SearchState): string => {
  const parameters = new URLSearchParams();
  if (query !== "") parameters.set("q", query);
  parameters.set("a", JSON.stringify(a));
  if (b !== undefined) parameters.set("b", JSON.stringify(b));
  return parameters.toString();
};

/** Parses a query string. `?collection=` names a collection, for links from other pages. */
export const searchStateOf = (address: string): SearchState => {
  const parameters = new URLSearchParams(address);
  const collection = parameters.get("collection");
  const fallback: SearchSettings = { collections: collection === null ? [] : [collection] };
  const b = parameters.get("b");
  return {
    query: parameters.get("q") ?? "",
    a: settingsOf(parameters.get("a")) ?? fallback,
    b: b === null ? undefined : settingsOf(b),
  };
};

// An address can be mistyped or from another version: invalid settings are ignored.
const settingsOf = (text: string | null): SearchSettings | undefined => {
  if (text === null) return undefined;
  try {
    const value = JSON.parse(text) as Partial<Record<keyof SearchSettings, unknown>>;
    const { collections, mode, filters } = value;
    if (!Array.isArray(collections)) return undefined;
    const matchingOptions = FORM_OPTIONS.filter(
      ({ property, schema }) => typeof value[property] === valueTypeOf(schema.type),
    );
    return {
      collections: collections.filter((name) => typeof name === "string"),
      mode: SEARCH_MODES.find((known) => known === mode),
      filters: isObject(filters) ? filters : undefined,
      ...Object.fromEntries(matchingOptions.map(({ property }) => [property, value[property]])),
    };
  } catch {
    return undefined;
  }
};

const valueTypeOf = (type: QueryOption["schema"]["type"]): string => (type === "integer" ? "number" : type);
