import { defineParser } from "@quarry/plugin";
import { htmlParser } from "./html-parser.ts";
import { htmlSettings } from "./html-settings.ts";

export { type HtmlSettings, htmlSettings } from "./html-settings.ts";

export default defineParser({
  name: "@quarry/parser-html",
  specVersion: 1,
  capabilities: { fileTypes: ["html", "htm"] },
  settings: htmlSettings,
  make: htmlParser,
});
