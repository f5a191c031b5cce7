export { type ServablePlugin, servePlugin } from "./serve-plugin.ts";
export type { ServedPlugin, ServeOptions, ServeTls } from "./serve-options.ts";
