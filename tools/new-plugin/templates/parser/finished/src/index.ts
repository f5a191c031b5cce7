import { defineParser } from "@quarry/plugin";
import { acmeSettings } from "./acme-settings.ts";

export const PLUGIN_NAME = "@quarry/parser-acme";

export default defineParser({
  name: PLUGIN_NAME,
  specVersion: 1,
  capabilities: { fileTypes: ["txt"] },
  settings: acmeSettings,
  // The service reads only the settings from this file; only parser threads load the code that reads files.
  make: async (settings) => (await import("./acme-parser.ts")).acmeParser(settings),
});
