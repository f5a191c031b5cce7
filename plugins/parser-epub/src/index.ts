import { defineParser } from "@quarry/plugin";
import { epubSettings } from "./epub-settings.ts";

export { type EpubSettings, epubSettings } from "./epub-settings.ts";

export default defineParser({
  name: "@quarry/parser-epub",
  specVersion: 1,
  capabilities: { fileTypes: ["epub"] },
  settings: epubSettings,
  // The server imports this file to read the settings; only the threads that parse need what reads the files.
  make: async (settings) => (await import("./epub-parser.ts")).epubParser(settings),
});
