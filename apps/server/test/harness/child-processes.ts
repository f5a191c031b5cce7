import { readdirSync, readFileSync } from "node:fs";

/** Returns the descendants of a process; empty if the system has no /proc. */
export const descendantsOf = (pid: number): readonly number[] => {
  const children = [...parents()].flatMap(([child, parent]) => (parent === pid ? [child] : []));
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
};

/** Returns whether the process runs; a zombie, which has ended but was not yet reaped by its parent, does not. */
export const isRunning = (pid: number): boolean => {
  const stat = statOf(pid);
  return stat !== undefined && stat.state !== "Z";
};

const parents = (): ReadonlyMap<number, number> => {
  const found = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    const parent = Number.isInteger(pid) ? statOf(pid)?.parent : undefined;
    if (parent !== undefined) found.set(pid, parent);
  }
  return found;
};

const statOf = (pid: number): { readonly state: string; readonly parent: number } | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name is in parentheses and can contain anything.
    const [state = "", parent = ""] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
};
