/** Conditions of `exports` that Node's `import` always uses. */
const ALWAYS = ["node", "import", "module-sync", "node-addons"];

/**
 * Returns the conditions by which `import` selects from the `exports` of a package.json, including those that Node was
 * started with.
 */
export const importConditions = (): Set<string> => {
  const fromEnvironment = (process.env["NODE_OPTIONS"] ?? "").split(/\s+/);
  return new Set([...ALWAYS, ...conditionsOf(process.execArgv), ...conditionsOf(fromEnvironment)]);
};

const conditionsOf = (flags: readonly string[]): readonly string[] =>
  flags.flatMap((flag, index) => {
    const joined = /^--conditions=(.+)$/.exec(flag)?.[1];
    if (joined !== undefined) return [joined];
    const next = flags[index + 1];
    return (flag === "-C" || flag === "--conditions") && next !== undefined ? [next] : [];
  });
