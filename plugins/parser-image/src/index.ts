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
  // The server imports this file to read the settings; only the processes that parse need what reads the files.
  make: async (settings) => (await import("./image-parser.ts")).imageParser(settings),
});
