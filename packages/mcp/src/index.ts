// The tools that language models search with, over a library that may be this process or a service elsewhere.
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
export { QUOTE } from "./library.ts";
export { listedMetadata } from "./tools/bounds.ts";
export { makeMcpServer, type McpServerOptions } from "./make-server.ts";
