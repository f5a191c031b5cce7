import { defineParser } from "@quarry/plugin";
import { officeparserSettings } from "./officeparser-settings.ts";
import { READABLE_TYPES } from "./readable-types.ts";

export { type OfficeparserSettings, officeparserSettings } from "./officeparser-settings.ts";

export default defineParser({
  name: "@quarry/parser-officeparser",
  specVersion: 1,
  // The library holds a document whole, as a tree: only a process has a limit of memory that counts all of it.
  capabilities: { fileTypes: READABLE_TYPES, isolation: "process" },
  settings: officeparserSettings,
  // The server imports this file to read the settings; only the processes that parse need the library.
  make: async (settings) => (await import("./officeparser-parser.ts")).officeparserParser(settings),
});
