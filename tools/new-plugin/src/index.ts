export { type GuideStep, missingLines, readGuide } from "./guide.ts";
export { makePlugin } from "./make-plugin.ts";
export { type Place, placeFor } from "./place.ts";
export { NewPluginError, parsePluginName, PLUGIN_KINDS, type PluginName, type PluginWord } from "./plugin-name.ts";
