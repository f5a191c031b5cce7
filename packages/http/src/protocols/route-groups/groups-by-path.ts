import type { RouteGroup } from "./route-group.ts";

/** Finds the group that a path belongs to, by the groups' paths and prefixes. */
export function groupsByPath(groups: readonly RouteGroup[]): (path: string) => RouteGroup | undefined {
  const owned = groups.flatMap((group) => group.prefixes.map((prefix) => ({ prefix, below: `${prefix}/`, group })));
  const single = new Map(groups.flatMap((group) => (group.paths ?? []).map((path) => [path, group])));
  return (path) =>
    single.get(path) ?? owned.find(({ prefix, below }) => path === prefix || path.startsWith(below))?.group;
}
