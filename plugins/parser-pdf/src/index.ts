import { defineParser } from "@quarry/plugin";
import { pdfParser } from "./pdf-parser.ts";
import { pdfSettings } from "./pdf-settings.ts";

export { type PdfSettings, pdfSettings } from "./pdf-settings.ts";

export default defineParser({
  name: "@quarry/parser-pdf",
  specVersion: 1,
  capabilities: { fileTypes: ["pdf"] },
  settings: pdfSettings,
  make: pdfParser,
});
