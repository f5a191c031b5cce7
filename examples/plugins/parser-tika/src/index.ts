import { defineParser } from "@quarry/plugin";
import { FILE_KINDS } from "./file-kinds.ts";
import { tikaSettings } from "./tika-settings.ts";

export { type TikaSettings, tikaSettings } from "./tika-settings.ts";

/** Parses files that Quarry itself doesn't support, with an Apache Tika server. */
export default defineParser({
  name: "quarry-parser-tika",
  specVersion: 1,
  capabilities: { fileTypes: Object.keys(FILE_KINDS) },
  settings: tikaSettings,
  // The service imports this file for the settings; the parser's code is loaded where files are parsed.
  make: async (settings) => (await import("./tika-parser.ts")).tikaParser(settings),
});
