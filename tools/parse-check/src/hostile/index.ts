export { hostileSet } from "./hostile-set.ts";
export { type EndedDocument, leakIn, problemsOf } from "./judge.ts";
