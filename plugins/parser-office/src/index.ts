import { defineParser } from "@quarry/plugin";
import { officeSettings } from "./office-settings.ts";

export { type OfficeSettings, officeSettings } from "./office-settings.ts";

export default defineParser({
  name: "@quarry/parser-office",
  specVersion: 1,
  // Some files are held whole while they are read, and one allocation too many ends a thread's whole process.
  capabilities: { fileTypes: ["docx", "pptx", "xlsx"], isolation: "process" },
  settings: officeSettings,
  // The server imports this file to read the settings; only the threads that parse need what reads the files.
  make: async (settings) => (await import("./office-parser.ts")).officeParser(settings),
});
