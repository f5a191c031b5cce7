import { defineParser } from "@quarry/plugin";
import { officeSettings } from "./office-settings.ts";

export { type OfficeSettings, officeSettings } from "./office-settings.ts";

export default defineParser({
  name: "@quarry/parser-office",
  specVersion: 1,
  // Runs in a process: the texts of a workbook are outside the heap, where a thread's memory limit doesn't count them.
  capabilities: { fileTypes: ["docx", "pptx", "xlsx", "docm", "pptm", "xlsm"], isolation: "process" },
  settings: officeSettings,
  // Imported lazily: the server imports this file for the settings; only parser threads need the file reader.
  make: async (settings) => (await import("./office-parser.ts")).officeParser(settings),
});
