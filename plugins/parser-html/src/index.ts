import { defineParser } from "@quarry/plugin";
import { htmlSettings } from "./html-settings.ts";

export { type HtmlSettings, htmlSettings } from "./html-settings.ts";

export default defineParser({
  name: "@quarry/parser-html",
  specVersion: 1,
  capabilities: { fileTypes: ["html", "htm", "xhtml"] },
  settings: htmlSettings,
  // The server imports this file to read the settings; only the threads that parse need what reads the files.
  make: async (settings) => (await import("./html-parser.ts")).htmlParser(settings),
});
