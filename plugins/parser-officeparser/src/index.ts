import { defineParser } from "@quarry/plugin";
import { officeparserSettings } from "./officeparser-settings.ts";
import { READABLE_TYPES } from "./readable-types.ts";

export { type OfficeparserSettings, officeparserSettings } from "./officeparser-settings.ts";

export default defineParser({
  name: "@quarry/parser-officeparser",
  specVersion: 1,
  // Runs in a process: the library builds a tree of the whole document, and only a process's memory limit covers all of
  // it.
  capabilities: { fileTypes: READABLE_TYPES, isolation: "process" },
  settings: officeparserSettings,
  // Imported lazily: the server imports this file for the settings; only parser processes need the library.
  make: async (settings) => (await import("./officeparser-parser.ts")).officeparserParser(settings),
});
