/**
 * Returns the URL of the module of a thread or a process, next to the calling module: TypeScript in development,
 * JavaScript when built.
 */
export const workerModule = (base: string, path: string): URL =>
  new URL(`${path}.${base.endsWith(".ts") ? "ts" : "js"}`, base);

/** Flags for module resolution and warnings; all other flags of this process apply only to itself. */
const INHERITED = /^(--conditions=|--disable-warning=|--preserve-symlinks)/;
const INHERITED_IN_TWO_PARTS: ReadonlySet<string | undefined> = new Set(["-C", "--conditions", "--disable-warning"]);

/** Returns Node's flags for a thread or a process that runs the same code as this one. */
export const workerFlags = (): string[] =>
  process.execArgv.filter(
    (flag, index, all) =>
      INHERITED.test(flag) || INHERITED_IN_TWO_PARTS.has(flag) || INHERITED_IN_TWO_PARTS.has(all[index - 1]),
  );
