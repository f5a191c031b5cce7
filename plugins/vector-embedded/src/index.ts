export { vectorEmbedded as default } from "./plugin.ts";
export { EmbeddedSettings } from "@quarry/index";
