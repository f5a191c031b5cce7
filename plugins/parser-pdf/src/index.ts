import { defineParser } from "@quarry/plugin";
import { pdfSettings } from "./pdf-settings.ts";

export { type PdfSettings, pdfSettings } from "./pdf-settings.ts";

export default defineParser({
  name: "@quarry/parser-pdf",
  specVersion: 1,
  // Runs in a process: WebAssembly memory is outside a thread's limits, and a scan loads a second engine.
  capabilities: { fileTypes: ["pdf"], isolation: "process", showsPages: true },
  settings: pdfSettings,
  // Imported lazily: the server imports this file for the settings; only parser threads need the file reader.
  make: async (settings) => (await import("./pdf-parser.ts")).pdfParser(settings),
});
