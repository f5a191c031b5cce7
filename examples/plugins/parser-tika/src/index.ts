import { defineParser } from "@quarry/plugin";
import { FILE_KINDS } from "./file-kinds.ts";
import { tikaSettings } from "./tika-settings.ts";

export { type TikaSettings, tikaSettings } from "./tika-settings.ts";

/** Files that Quarry itself doesn't read, by an Apache Tika server. */
export default defineParser({
  name: "quarry-parser-tika",
  specVersion: 1,
  capabilities: { fileTypes: Object.keys(FILE_KINDS) },
  settings: tikaSettings,
  // The service imports this file for the settings; what reads is loaded where files are parsed.
  make: async (settings) => (await import("./tika-parser.ts")).tikaParser(settings),
});
