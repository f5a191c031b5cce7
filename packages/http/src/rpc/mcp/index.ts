export { makeCatalogLibrary } from "./catalog-library.ts";
export { mcpEndpoint } from "./mcp-endpoint.ts";
export { originCheck } from "./origin-check.ts";
