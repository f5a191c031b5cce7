import { defineParser } from "@quarry/plugin";
import { htmlSettings } from "./html-settings.ts";

export { type HtmlSettings, htmlSettings } from "./html-settings.ts";

export default defineParser({
  name: "@quarry/parser-html",
  specVersion: 1,
  capabilities: { fileTypes: ["html", "htm", "xhtml"] },
  settings: htmlSettings,
  // Imported lazily: the server imports this file for the settings; only parser threads need the file reader.
  make: async (settings) => (await import("./html-parser.ts")).htmlParser(settings),
});
