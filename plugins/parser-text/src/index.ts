import { defineParser } from "@quarry/plugin";
import { textParser } from "./text-parser.ts";
import { textSettings } from "./text-settings.ts";

export { type TextSettings, textSettings } from "./text-settings.ts";

export default defineParser({
  name: "@quarry/parser-text",
  specVersion: 1,
  capabilities: { fileTypes: ["txt", "md", "csv", "tsv", "json", "xml"] },
  settings: textSettings,
  make: textParser,
});
