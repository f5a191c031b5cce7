export { hostileSet } from "./hostile-set.ts";
export { leakIn, problemsOf } from "./judge.ts";
