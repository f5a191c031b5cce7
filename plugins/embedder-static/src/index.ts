export { embedderStatic as default } from "./embedder-static.ts";
