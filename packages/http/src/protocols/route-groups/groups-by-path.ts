import type { RouteGroup } from "./route-group.ts";

/** Returns a function that finds the group of a path, by the groups' paths and prefixes. */
export function groupsByPath(groups: readonly RouteGroup[]): (path: string) => RouteGroup | undefined {
  const owned = groups.flatMap((group) => group.prefixes.map((prefix) => ({ prefix, below: `${prefix}/`, group })));
  const single = new Map(groups.flatMap((group) => (group.paths ?? []).map((path) => [path, group])));
  return (path) =>
    single.get(path) ?? owned.find(({ prefix, below }) => path === prefix || path.startsWith(below))?.group;
}
