export type { HostileFile, HostileGroup } from "./hostile-file.ts";
export { hostileSet } from "./hostile-set.ts";
export { leakIn } from "./leak-in.ts";
