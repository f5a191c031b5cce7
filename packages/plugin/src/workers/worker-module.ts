/** The module of a thread or a process, next to the one that names it: TypeScript in development, JavaScript when built. */
export const workerModule = (base: string, path: string): URL =>
  new URL(`${path}.${base.endsWith(".ts") ? "ts" : "js"}`, base);

/** Where modules are found and what is warned of; everything else that this process was started with is its own. */
const INHERITED = /^(--conditions=|--disable-warning=|--preserve-symlinks)/;
const INHERITED_IN_TWO_PARTS: ReadonlySet<string | undefined> = new Set(["-C", "--conditions", "--disable-warning"]);

/** Node's flags for a thread or a process that runs the same code as this one. */
export const workerFlags = (): string[] =>
  process.execArgv.filter(
    (flag, index, all) =>
      INHERITED.test(flag) || INHERITED_IN_TWO_PARTS.has(flag) || INHERITED_IN_TWO_PARTS.has(all[index - 1]),
  );
