export { type CatalogLibrary, makeCatalogLibrary } from "./catalog-library.ts";
export { mcpEndpoint, type McpEndpoint, type McpEndpointOptions } from "./mcp-endpoint.ts";
export { originCheck } from "./origin-check.ts";
