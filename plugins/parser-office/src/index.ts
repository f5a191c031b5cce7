import { defineParser } from "@quarry/plugin";
import { officeSettings } from "./office-settings.ts";

export { type OfficeSettings, officeSettings } from "./office-settings.ts";

export default defineParser({
  name: "@quarry/parser-office",
  specVersion: 1,
  // The texts of a workbook lie outside the heap, where the memory limit of a thread does not count them.
  capabilities: { fileTypes: ["docx", "pptx", "xlsx", "docm", "pptm", "xlsm"], isolation: "process" },
  settings: officeSettings,
  // The server imports this file to read the settings; only the threads that parse need what reads the files.
  make: async (settings) => (await import("./office-parser.ts")).officeParser(settings),
});
