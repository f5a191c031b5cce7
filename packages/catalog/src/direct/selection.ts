import { type AccessFilter, boundedFilter } from "@quarry/index";
import type { Passage } from "@quarry/index";
import { compileFilter, type Filter } from "@quarry/plugin/domain";

/** Entries that a deletion or a change selects. */
export type Selection =
  /** Entries with these ids, as far as they match the access filter `within`. */
  | { readonly ids: readonly string[]; readonly within?: Filter | undefined }
  /** Entries that match the filter; undefined: all. */
  | { readonly filter: Filter | undefined };

/** Whether a passage is an entry of a client, within an access filter. */
export const isWithin = (accessFilter: Filter | undefined): ((passage: Passage) => boolean) => {
  const matches = accessFilter && compileFilter(accessFilter);
  return (passage) => passage.documentId === "" && (matches?.(passage.metadata) ?? true);
};

/** Whether a passage is one of those that are selected, ids apart. */
export const selectedIn = (selection: Selection): ((passage: Passage) => boolean) =>
  isWithin("ids" in selection ? selection.within : selection.filter);

/** The same, no wider than the caller's access filter. */
export const boundedSelection = (accessFilter: AccessFilter | undefined, selection: Selection): Selection =>
  "ids" in selection
    ? { ids: selection.ids, within: accessFilter?.filter }
    : { filter: boundedFilter(accessFilter, selection.filter) };
