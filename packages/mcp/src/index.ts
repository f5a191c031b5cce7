export type {
  Chunk,
  CollectionSummary,
  DocumentSummary,
  Hit,
  Library,
  Listed,
  SearchAnswer,
  SearchRequest,
  Window,
} from "./library.ts";
