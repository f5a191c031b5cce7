import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Root folder of the repository. */
const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/** Node flags that tools/with-node.mjs puts before a program and its arguments. */
export const SOURCE_FLAGS: readonly string[] = [
  "--disable-warning=ExperimentalWarning",
  "--import",
  new URL("../../../../tools/import-cache.mjs", import.meta.url).href,
];

/** Command that starts the server. */
export interface StartCommand {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly directory: string;
  /** Whether the server is a child of the started process; signals go through that process. */
  readonly isWrapped: boolean;
}

/** Returns `tools/with-node.mjs <options> apps/server/src/main.ts`, as package.json has it for `npm start`. */
const startScript = (): readonly string[] => {
  const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8")) as {
    readonly scripts: { readonly start: string };
  };
  const words = scripts.start.split(" ");
  return words.slice(words.indexOf("node") + 1);
};

/**
 * Returns the command that starts the server under test, by the variable QUARRY_TEST_TARGET:
 * - `source` (default): the program that `npm start` starts, without the process in between;
 * - `start`: the command of `npm start` itself;
 * - the path of a program: `quarry-server` where the packages are installed.
 */
export const startCommand = (target: string = process.env["QUARRY_TEST_TARGET"] ?? "source"): StartCommand => {
  const [wrapper, ...rest] = startScript();
  const program = process.execPath;
  switch (target) {
    case "source":
      return { program, arguments: [...SOURCE_FLAGS, ...rest], directory: ROOT, isWrapped: false };
    case "start":
      return { program, arguments: [wrapper!, ...rest], directory: ROOT, isWrapped: true };
    default:
      return { program, arguments: [target], directory: ROOT, isWrapped: false };
  }
};

/** Returns the only child of a process, from the system's process list. */
export const childOf = (pid: number): number =>
  Number(execFileSync("pgrep", ["-P", String(pid)], { encoding: "utf8" }));
