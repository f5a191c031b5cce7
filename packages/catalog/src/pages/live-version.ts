import { type DocumentRecord, liveMetadata } from "@quarry/store";
import { Effect } from "effect";
import { callersAccessFilter } from "../access-filter/within-access-filter.ts";

/**
 * The version of a document whose chunks are found: a previous one while another is to replace it. Undefined where that lies
 * outside of the caller's access filter, although the other lies within.
 */
export const seenLiveVersion = (document: DocumentRecord): Effect.Effect<DocumentRecord | undefined> =>
  Effect.map(callersAccessFilter, (accessFilter) =>
    accessFilter === undefined || accessFilter.matches(liveMetadata(document))
      ? { ...document, ...document.former }
      : undefined,
  );
