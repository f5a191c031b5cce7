export type { HostileFile } from "./hostile-file.ts";
export { hostileSet } from "./hostile-set.ts";
export { problemsOf } from "./judge.ts";
