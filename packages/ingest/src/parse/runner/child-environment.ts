/**
 * What a parser's process may know of the environment: where things lie and how the system speaks, no settings and no
 * secrets. A parser gets its settings from the config.
 */
const PASSED_ON: readonly string[] = [
  "PATH",
  "HOME",
  "TMPDIR",
  "TEMP",
  "TMP",
  "TZ",
  "LANG",
  "LC_ALL",
  "LD_LIBRARY_PATH",
  "SystemRoot",
  "NODE_COMPILE_CACHE",
  "MALLOC_ARENA_MAX",
  "NODE_EXTRA_CA_CERTS",
];

export const childEnvironment = (): Record<string, string> => {
  const passedOn: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = process.env[name];
    if (value !== undefined) passedOn[name] = value;
  }
  return passedOn;
};
