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

/** One shell that a reader types a guide's commands into: directory, variables and background jobs stay. */
export class ShellSession {
  readonly #shell: ChildProcess;
  readonly #scratch: string;
  #blocks = 0;

  /** `scratch` is a folder for what the session itself writes. */
  constructor(scratch: string, environment: NodeJS.ProcessEnv) {
    this.#scratch = scratch;
    this.#shell = spawn("bash", ["--noprofile", "--norc"], {
      cwd: scratch,
      env: environment,
      // A process group of its own, so that nothing that was started in the background outlives the session.
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
  }

  async type(script: string, deadlineMs: number): Promise<Typed> {
    const file = join(this.#scratch, `block-${(this.#blocks += 1)}`);
    await writeFile(`${file}.sh`, script);
    // Runs in this shell, not in a subshell. The final report is written completely, then renamed to be visible.
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
      // It has ended by itself.
    }
    await ended;
  }
}
