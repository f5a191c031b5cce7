import { type AccessFilter, boundedFilter, type Passage } from "@quarry/index";
import { compileFilter, type Filter } from "@quarry/plugin/domain";

/** Entries that a deletion or a change selects. */
export type Selection =
  /** Entries with these ids that match the access filter `within`. */
  | { readonly ids: readonly string[]; readonly within?: Filter | undefined }
  /** Entries that match the filter; undefined: all. */
  | { readonly filter: Filter | undefined };

/** Whether a passage is a client's entry and matches the access filter. */
export const isWithin = (accessFilter: Filter | undefined): ((passage: Passage) => boolean) => {
  const matches = accessFilter && compileFilter(accessFilter);
  return (passage) => passage.documentId === "" && (matches?.(passage.metadata) ?? true);
};

/** Whether a passage matches the selection, ids aside. */
export const selectedIn = (selection: Selection): ((passage: Passage) => boolean) =>
  isWithin("ids" in selection ? selection.within : selection.filter);

/** Restricts a selection to the caller's access filter. */
export const boundedSelection = (accessFilter: AccessFilter | undefined, selection: Selection): Selection =>
  "ids" in selection
    ? { ids: selection.ids, within: accessFilter?.filter }
    : { filter: boundedFilter(accessFilter, selection.filter) };
