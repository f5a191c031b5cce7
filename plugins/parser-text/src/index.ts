import { defineParser } from "@quarry/plugin";
import { READ_TYPES } from "./file-kinds.ts";
import { textSettings } from "./text-settings.ts";

export { type TextSettings, textSettings } from "./text-settings.ts";

export default defineParser({
  name: "@quarry/parser-text",
  specVersion: 1,
  capabilities: { fileTypes: READ_TYPES, readsFurtherTypes: true },
  settings: textSettings,
  // Imported lazily: the server imports this file for the settings; only parser threads need the file reader.
  make: async (settings) => (await import("./text-parser.ts")).textParser(settings),
});
