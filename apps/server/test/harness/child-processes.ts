import { readdirSync, readFileSync } from "node:fs";

/** The processes that a process has started, and theirs; empty where the system has no /proc. */
export const descendantsOf = (pid: number): readonly number[] => {
  const children = [...parents()].flatMap(([child, parent]) => (parent === pid ? [child] : []));
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
};

/** Whether the process runs; one that has ended and waits for its parent to notice does not. */
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
    // The name stands in parentheses and may hold anything.
    const [state = "", parent = ""] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
};
