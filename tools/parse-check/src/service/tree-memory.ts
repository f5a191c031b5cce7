import { readdirSync, readFileSync } from "node:fs";

const LOOK_MS = 100;
const KILOBYTE = 1_024;

/** Resident bytes of a process and all that it started; 0 where the system does not tell (not Linux). */
export const treeResidentBytes = (root: number): number => {
  const children = childrenByParent();
  let bytes = 0;
  const left = [root];
  for (let pid = left.pop(); pid !== undefined; pid = left.pop()) {
    bytes += residentBytes(pid);
    left.push(...(children.get(pid) ?? []));
  }
  return bytes;
};

const childrenByParent = (): ReadonlyMap<number, readonly number[]> => {
  const children = new Map<number, number[]>();
  for (const name of namesIn("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    // The command stands in brackets and may hold blanks; the parent is the second field behind it.
    const parent = Number(contentOf(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ")[1]);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  return children;
};

const residentBytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(contentOf(`/proc/${pid}/status`))?.[1] ?? 0) * KILOBYTE;

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

/** Watches a process tree; `takePeak` gives the most since it was last asked. */
export class MemoryWatch implements Disposable {
  readonly #root: number;
  readonly #timer: NodeJS.Timeout;
  #peak = 0;

  constructor(root: number) {
    this.#root = root;
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
  }

  takePeak(): number {
    this.#look();
    const peak = this.#peak;
    this.#peak = 0;
    return peak;
  }

  #look(): void {
    this.#peak = Math.max(this.#peak, treeResidentBytes(this.#root));
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
