import { defineParser } from "@quarry/plugin";
import { emailSettings } from "./email-settings.ts";

export { type EmailSettings, emailSettings } from "./email-settings.ts";

export default defineParser({
  name: "@quarry/parser-email",
  specVersion: 1,
  // Runs in a process: an email is in memory as a whole, with its attachments, and only a process's memory limit counts
  // buffers.
  capabilities: { fileTypes: ["eml"], isolation: "process" },
  settings: emailSettings,
  // Imported lazily: the server imports this file for the settings; only parser processes need the file reader.
  make: async (settings) => (await import("./email-parser.ts")).emailParser(settings),
});
