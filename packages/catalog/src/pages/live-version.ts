import { type DocumentRecord, liveMetadata } from "@quarry/store";
import { Effect } from "effect";
import { callersAccessFilter } from "../access-filter/within-access-filter.ts";

/**
 * Returns the live version of a document, whose chunks are searchable: the previous one while a new one is processed.
 * Undefined if that version doesn't match the caller's access filter, even if the new one does.
 */
export const seenLiveVersion = (document: DocumentRecord): Effect.Effect<DocumentRecord | undefined> =>
  Effect.map(callersAccessFilter, (accessFilter) =>
    accessFilter === undefined || accessFilter.matches(liveMetadata(document))
      ? { ...document, ...document.former }
      : undefined,
  );
