import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { until } from "../harness/until.ts";

export interface Typed {
  /** Exit code of the last command. */
  readonly code: number;
  readonly output: string;
  /** Working directory of the shell afterwards. */
  readonly directory: string;
}

/** Shell into which a reader types a guide's commands: directory, variables and background jobs persist. */
export class ShellSession {
  readonly #shell: ChildProcess;
  readonly #scratch: string;
  #blocks = 0;

  /** `scratch` is a folder for the session's own files. */
  constructor(scratch: string, environment: NodeJS.ProcessEnv) {
    this.#scratch = scratch;
    this.#shell = spawn("bash", ["--noprofile", "--norc"], {
      cwd: scratch,
      env: environment,
      // Separate process group, so that no background process outlives the session.
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
  }

  async type(script: string, deadlineMs: number): Promise<Typed> {
    const file = join(this.#scratch, `block-${(this.#blocks += 1)}`);
    await writeFile(`${file}.sh`, script);
    // Runs in this shell, not in a subshell. The final report is written completely and then renamed, so it appears
    // atomically.
    const report = `printf '%s\\n%s' "$?" "$PWD" > ${file}.end && mv ${file}.end ${file}.done`;
    this.#shell.stdin!.write(`. ${file}.sh < /dev/null > ${file}.log 2>&1; ${report}\n`);
    const read = () => readFile(`${file}.log`, "utf8").catch(() => "");
    let output = "";
    const end = await until(
      () => `the commands to end:\n${script}\n${output}`,
      async () => {
        output = await read();
        return readFile(`${file}.done`, "utf8").catch(() => undefined);
      },
      deadlineMs,
    );
    const [code, directory = ""] = end.split("\n");
    return { code: Number(code), output: await read(), directory };
  }

  async close(): Promise<void> {
    const ended = once(this.#shell, "close");
    try {
      process.kill(-this.#shell.pid!, "SIGKILL");
    } catch {
      // The process has already ended.
    }
    await ended;
  }
}
