import { readdirSync, readFileSync } from "node:fs";

const PAGE_BYTES = 4_096;

/** Resident bytes of a process and all that it started; 0 where the system does not tell (not Linux). */
export const treeResidentBytes = (root: number): number => {
  const processes = namesIn("/proc").flatMap((name) => {
    // The command stands in brackets and may hold blanks; the second field behind it is the parent, the 22nd the pages.
    const fields = /^\d+$/.test(name) ? contentOf(`/proc/${name}/stat`).split(") ").at(-1)!.split(" ") : [];
    return fields.length < 22 ? [] : [{ pid: Number(name), parent: Number(fields[1]), pages: Number(fields[21]) }];
  });
  const tree = new Set([root]);
  for (const pid of tree) for (const { pid: child, parent } of processes) if (parent === pid) tree.add(child);
  return processes.reduce((sum, { pid, pages }) => sum + (tree.has(pid) ? pages * PAGE_BYTES : 0), 0);
};

/** A process may end between being listed and being read. */
const contentOf = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

const namesIn = (path: string): readonly string[] => {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
};
