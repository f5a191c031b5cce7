import { spawn } from "node:child_process";

export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** Runs a program to its end and returns its output. Fails with the complete output if the program fails. */
export const runCommand = (
  program: string,
  words: readonly string[],
  directory: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, words, { cwd: directory, env: environment, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    let errors = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) return resolve(output);
      const line = [program, ...words].join(" ");
      reject(new CommandError(`${line} (in ${directory}) ended with ${code}:\n${output}${errors}`));
    });
  });
