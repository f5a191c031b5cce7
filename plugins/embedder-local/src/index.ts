export { embedderLocal as default } from "./embedder-local.ts";
