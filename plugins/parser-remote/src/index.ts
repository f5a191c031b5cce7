import { defineParser } from "@quarry/plugin";
import { READABLE_TYPES } from "./readable-types.ts";
import { remoteSettings } from "./remote-settings.ts";

export { type RemoteSettings, remoteSettings } from "./remote-settings.ts";

export default defineParser({
  name: "@quarry/parser-remote",
  specVersion: 1,
  capabilities: { fileTypes: READABLE_TYPES },
  capabilitiesFor: ({ fileTypes }) => ({ fileTypes: [...READABLE_TYPES, ...fileTypes] }),
  settings: remoteSettings,
  // Imported lazily: the server imports this file for the settings; only parser threads need the response readers.
  make: async (settings) => (await import("./remote-parser.ts")).remoteParser(settings),
});
