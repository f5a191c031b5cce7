export { type GuideStep, missingLines, readGuide } from "./guide.ts";
export { makePlugin } from "./make-plugin.ts";
export { targetFor } from "./plugin-location.ts";
export { NewPluginError, parsePluginName, PLUGIN_KINDS, type PluginWord } from "./plugin-name.ts";
