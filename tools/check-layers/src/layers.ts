/** Import rule of a folder: its layer, and the imports permitted in addition to packages of lower layers. */
export interface LayerRule {
  /** Folders that this rule applies to: a plain name or `plugins/*`. */
  readonly pattern: string;
  /** Packages may import packages of a lower layer only. */
  readonly layer: number;
  /** Quarry packages of the same layer that may be imported as well. */
  readonly sideways?: readonly string[];
  /** When present, the only Quarry packages that may be imported. */
  readonly only?: readonly string[];
}

/** Layers of the tree, bottom up. A plugin or a tool needs no entry of its own. */
export const LAYERS: readonly LayerRule[] = [
  { pattern: "packages/api", layer: 0, only: [] },
  { pattern: "packages/plugin", layer: 0, only: [] },
  // Test suites for plugins; not part of the service.
  { pattern: "packages/plugin-testkit", layer: 1, only: ["@quarry/plugin"] },
  // Text analysis: chunking, terms, tokens, highlighting.
  { pattern: "packages/text", layer: 1, only: ["@quarry/plugin"] },
  // Text recognition shared by several parsers; no plugin may import another.
  { pattern: "packages/ocr", layer: 1, sideways: ["@quarry/onnx"], only: ["@quarry/onnx", "@quarry/plugin"] },
  // Parts of file formats shared by several parsers: HTML pages, zip archives, paragraphs.
  { pattern: "packages/formats", layer: 1, sideways: ["@quarry/text"], only: ["@quarry/plugin", "@quarry/text"] },
  // Models that run in a separate process, for the embedder and reranker plugins.
  { pattern: "packages/onnx", layer: 1, sideways: ["@quarry/formats"], only: ["@quarry/formats", "@quarry/plugin"] },
  // Plugins in other processes: the contracts over gRPC, for the plugins that call them and the programs that serve
  // them.
  {
    pattern: "packages/remote",
    layer: 1,
    only: ["@quarry/api", "@quarry/plugin"],
  },
  // Client library for other programs; not part of the service.
  { pattern: "packages/client", layer: 1, only: ["@quarry/api"] },
  // Adapters for frameworks, imported by external programs.
  { pattern: "integrations/*", layer: 2, only: ["@quarry/client"] },
  // Tools for language models, for the service and for the program that runs next to a model.
  { pattern: "packages/mcp", layer: 2, only: ["@quarry/api", "@quarry/client", "@quarry/plugin", "@quarry/text"] },
  // Engine of a local collection, for search and for the vector store built on it.
  { pattern: "packages/index", layer: 1, sideways: ["@quarry/text"], only: ["@quarry/plugin", "@quarry/text"] },
  { pattern: "packages/store", layer: 2 },
  { pattern: "packages/jobs", layer: 2, sideways: ["@quarry/store"] },
  {
    pattern: "plugins/*",
    layer: 2,
    only: [
      "@quarry/formats",
      "@quarry/index",
      "@quarry/ocr",
      "@quarry/onnx",
      "@quarry/plugin",
      "@quarry/remote",
      "@quarry/text",
    ],
  },
  // Examples of third-party plugins: they may only use the contract.
  { pattern: "examples/plugins/*", layer: 2, only: ["@quarry/plugin"] },
  { pattern: "packages/host", layer: 3 },
  { pattern: "packages/events", layer: 3 },
  { pattern: "packages/embedding", layer: 3, sideways: ["@quarry/host"] },
  { pattern: "packages/search", layer: 3, sideways: ["@quarry/host", "@quarry/embedding"] },
  {
    pattern: "packages/catalog",
    layer: 3,
    sideways: ["@quarry/host", "@quarry/embedding", "@quarry/events", "@quarry/search"],
  },
  {
    pattern: "packages/ingest",
    layer: 3,
    sideways: ["@quarry/host", "@quarry/embedding", "@quarry/events", "@quarry/search", "@quarry/catalog"],
  },
  // Everything served over HTTP: the contract in its protocols, the console, models.
  { pattern: "packages/http", layer: 4 },
  // Other protocols over the same use cases: route groups of the HTTP server.
  { pattern: "packages/openai", layer: 4, sideways: ["@quarry/http"] },
  { pattern: "packages/dify", layer: 4, sideways: ["@quarry/http"] },
  { pattern: "packages/open-webui", layer: 4, sideways: ["@quarry/http"] },
  { pattern: "packages/librechat", layer: 4, sideways: ["@quarry/http"] },
  // Starts the server, and inspects its configuration.
  { pattern: "apps/cli", layer: 5, sideways: ["@quarry/server"] },
  { pattern: "apps/*", layer: 5 },
  {
    pattern: "tools/release",
    layer: 6,
    sideways: ["@quarry/new-plugin", "@quarry/packages-check", "@quarry/services"],
  },
  // Benchmarks run against the servers that tests use.
  {
    pattern: "tools/*",
    layer: 6,
    sideways: ["@quarry/format", "@quarry/openapi", "@quarry/parse-check", "@quarry/services"],
  },
];

/** Vendor packages that only these folders may import; others use our own abstraction. */
export const CONFINED: Readonly<Record<string, readonly string[]>> = {
  kysely: ["packages/store", "packages/jobs", "packages/search"],
  "@connectrpc/connect": ["packages/http", "packages/client", "packages/remote"],
  "@connectrpc/connect-node": ["packages/http", "packages/client", "packages/remote"],
  piscina: ["packages/plugin"],
  busboy: ["packages/http"],
  "@modelcontextprotocol/server": ["packages/mcp", "packages/http"],
  "@trpc/server": ["packages/http"],
};
