import type { Configuration, PluginChoice } from "@quarry/host";

const text: PluginChoice = { plugin: "@quarry/parser-text" };
const html: PluginChoice = { plugin: "@quarry/parser-html" };
const pdf: PluginChoice = { plugin: "@quarry/parser-pdf" };
const office: PluginChoice = { plugin: "@quarry/parser-office" };
const image: PluginChoice = { plugin: "@quarry/parser-image" };

/** What runs when nobody says otherwise: no key, no network, no other server. */
export const DEFAULT_CONFIGURATION: Configuration = {
  vectorStore: { plugin: "@quarry/vector-embedded" },
  embedders: { local: { plugin: "@quarry/embedder-local" } },
  defaultEmbedder: "local",
  rerankers: {},
  parsers: {
    ...{ pdf, docx: office, pptx: office, xlsx: office, html, htm: html },
    ...{ png: image, jpg: image, jpeg: image, tiff: image, tif: image, bmp: image, gif: image },
    ...{ md: text, txt: text, csv: text, tsv: text, xml: text, json: text },
  },
};
