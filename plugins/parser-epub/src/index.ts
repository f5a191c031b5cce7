import { defineParser } from "@quarry/plugin";
import { epubSettings } from "./epub-settings.ts";

export { type EpubSettings, epubSettings } from "./epub-settings.ts";

export default defineParser({
  name: "@quarry/parser-epub",
  specVersion: 1,
  capabilities: { fileTypes: ["epub"] },
  settings: epubSettings,
  // Imported lazily: the server imports this file for the settings; only parser threads need the file reader.
  make: async (settings) => (await import("./epub-parser.ts")).epubParser(settings),
});
