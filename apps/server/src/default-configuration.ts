import type { Configuration, PluginChoice, Settings } from "@quarry/host";

const text: PluginChoice = { plugin: "@quarry/parser-text" };
const html: PluginChoice = { plugin: "@quarry/parser-html" };
const pdf: PluginChoice = { plugin: "@quarry/parser-pdf" };
const office: PluginChoice = { plugin: "@quarry/parser-office" };
const image: PluginChoice = { plugin: "@quarry/parser-image" };

/** Default parsers by file type. */
export const DEFAULT_PARSERS: Configuration["parsers"] = {
  ...{ pdf, docx: office, pptx: office, xlsx: office, html, htm: html },
  ...{ png: image, jpg: image, jpeg: image, tiff: image, tif: image, bmp: image, gif: image },
  ...{ md: text, txt: text, csv: text, tsv: text, xml: text, json: text },
};

/**
 * Configuration without a config file: needs no key, no network and no other server. Hosted providers are used only
 * with an API key.
 */
export const defaultConfiguration = ({
  openaiBaseUrl,
  cohereBaseUrl,
}: Pick<Settings, "openaiBaseUrl" | "cohereBaseUrl">): Configuration => ({
  vectorStore: { plugin: "@quarry/vector-embedded" },
  embedders: {
    local: { plugin: "@quarry/embedder-local" },
    provider_a: { plugin: "@quarry/embedder-openai", settings: { baseUrl: openaiBaseUrl } },
    provider_b: { plugin: "@quarry/embedder-cohere", settings: { baseUrl: cohereBaseUrl } },
  },
  defaultEmbedder: "local",
  rerankers: { provider_b: { plugin: "@quarry/reranker-cohere", settings: { baseUrl: cohereBaseUrl } } },
  parsers: DEFAULT_PARSERS,
});
