import type { Column } from "../../../index/src/columns/column.ts";
import { CachedPostings } from "../../../index/src/query/cached-postings.ts";
import { SegmentCache } from "../../../index/src/segment-cache.ts";
import type { WordList } from "../../../index/src/spelling/word-list.ts";
import { CollectionReader } from "../../../index/src/storage/collection-reader.ts";

const CACHE_BYTES = 8_388_608;

/** Opens a reader of collection `c` with caches of its own. */
export const openReader = (path: string): CollectionReader =>
  new CollectionReader(
    path,
    "c",
    new SegmentCache<WordList>(CACHE_BYTES),
    new CachedPostings(CACHE_BYTES),
    new SegmentCache<Column>(CACHE_BYTES),
  );
