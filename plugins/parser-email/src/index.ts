import { defineParser } from "@quarry/plugin";
import { emailSettings } from "./email-settings.ts";

export { type EmailSettings, emailSettings } from "./email-settings.ts";

export default defineParser({
  name: "@quarry/parser-email",
  specVersion: 1,
  // A mail is held whole, with its attachments: only a process has a limit of memory that counts buffers.
  capabilities: { fileTypes: ["eml"], isolation: "process" },
  settings: emailSettings,
  // The server imports this file to read the settings; only the processes that parse need what reads the files.
  make: async (settings) => (await import("./email-parser.ts")).emailParser(settings),
});
