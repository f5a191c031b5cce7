import { readdirSync, readFileSync } from "node:fs";

const PAGE_BYTES = 4_096;

/** Returns the resident bytes of a process and all its descendants; 0 on systems other than Linux. */
export const treeResidentBytes = (root: number): number => {
  const processes = namesIn("/proc").flatMap((name) => {
    // The command is in parentheses and may contain spaces. The second field after it is the parent, the 22nd the
    // number of pages.
    const fields = /^\d+$/.test(name) ? contentOf(`/proc/${name}/stat`).split(") ").at(-1)!.split(" ") : [];
    return fields.length < 22 ? [] : [{ pid: Number(name), parent: Number(fields[1]), pages: Number(fields[21]) }];
  });
  const tree = new Set([root]);
  for (const pid of tree) for (const { pid: child, parent } of processes) if (parent === pid) tree.add(child);
  return processes.reduce((sum, { pid, pages }) => sum + (tree.has(pid) ? pages * PAGE_BYTES : 0), 0);
};

/** Reads a file of a process, which may have ended since it was listed. */
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
