// Search tools for language models, over a library in this process or in a remote service.
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
export { withListedMetadata } from "./tools/bounds.ts";
export { makeMcpServer, type McpServerOptions } from "./make-server.ts";
