import { defineParser } from "@quarry/plugin";
import { imageSettings } from "./image-settings.ts";

export { type ImageSettings, imageSettings } from "./image-settings.ts";

export default defineParser({
  name: "@quarry/parser-image",
  specVersion: 1,
  capabilities: {
    fileTypes: ["png", "jpg", "jpeg", "tiff", "tif", "bmp", "gif", "webp"],
    isolation: "process",
    showsPages: true,
  },
  settings: imageSettings,
  // Imported lazily: the server imports this file for the settings; only parser processes need the file reader.
  make: async (settings) => (await import("./image-parser.ts")).imageParser(settings),
});
