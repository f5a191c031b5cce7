import { defineParser } from "@quarry/plugin";
import { officeParser } from "./office-parser.ts";
import { officeSettings } from "./office-settings.ts";

export { type OfficeSettings, officeSettings } from "./office-settings.ts";

export default defineParser({
  name: "@quarry/parser-office",
  specVersion: 1,
  capabilities: { fileTypes: ["docx", "pptx", "xlsx"] },
  settings: officeSettings,
  make: officeParser,
});
