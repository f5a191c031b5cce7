import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { SOURCE_FLAGS } from "../harness/start-command.ts";

/** Command that runs `quarry` from its sources. */
export const PROGRAM = [
  process.execPath,
  ...SOURCE_FLAGS,
  fileURLToPath(new URL("../../../cli/src/main.ts", import.meta.url)),
] as const;

/** Exit code of a command, and its output. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly directory?: string;
  readonly input?: string;
}

/** Returns only variables that mean nothing to the program. Compiled code is cached, since it starts many times. */
export const inherited = (): NodeJS.ProcessEnv => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) };
};

/** Running command. */
export interface Running {
  readonly ended: Promise<Ended>;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly interrupt: () => void;
  readonly kill: () => void;
}

/** Starts `quarry` from its sources, as a person's shell does, without the tester's own settings. */
export const startCli = (words: readonly string[], { environment, directory, input }: CliOptions = {}): Running => {
  const [node, ...program] = PROGRAM;
  const child = spawn(node, [...program, ...words], {
    cwd: directory,
    env: { ...inherited(), ...environment },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  child.stdin.end(input ?? "");
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
  return {
    ended,
    stdout: () => stdout,
    stderr: () => stderr,
    interrupt: () => child.kill("SIGINT"),
    kill: () => child.kill("SIGKILL"),
  };
};
