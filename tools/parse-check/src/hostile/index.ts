export { hostileSet } from "./hostile-set.ts";
export { problemsOf } from "./judge.ts";
