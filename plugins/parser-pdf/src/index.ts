import { defineParser } from "@quarry/plugin";
import { pdfSettings } from "./pdf-settings.ts";

export { type PdfSettings, pdfSettings } from "./pdf-settings.ts";

export default defineParser({
  name: "@quarry/parser-pdf",
  specVersion: 1,
  // WebAssembly memory is outside a thread's limits, and a scan brings a second engine.
  capabilities: { fileTypes: ["pdf"], isolation: "process", showsPages: true },
  settings: pdfSettings,
  // The server imports this file to read the settings; only the threads that parse need what reads the files.
  make: async (settings) => (await import("./pdf-parser.ts")).pdfParser(settings),
});
