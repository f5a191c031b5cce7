const isSource = import.meta.url.endsWith(".ts");

/** The module of a worker: TypeScript in development, JavaScript when built. */
export const workerFile = (name: string): URL => new URL(`./worker/${name}.${isSource ? "ts" : "js"}`, import.meta.url);

/** Where modules are found and what is warned of; everything else that this process was started with is its own. */
const INHERITED = /^(--conditions=|--disable-warning=|--preserve-symlinks)/;
const INHERITED_IN_TWO_PARTS: ReadonlySet<string | undefined> = new Set(["-C", "--conditions", "--disable-warning"]);

/** Node's flags for a child that runs the same code as this process. */
export const inheritedFlags = (): readonly string[] => {
  return process.execArgv.filter(
    (flag, index, all) =>
      INHERITED.test(flag) || INHERITED_IN_TWO_PARTS.has(flag) || INHERITED_IN_TWO_PARTS.has(all[index - 1]),
  );
};
