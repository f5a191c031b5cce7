import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { childOf, startCommand } from "./start-command.ts";
import { until } from "./until.ts";

/** Enough for a cold start on a busy machine; a start that takes longer is stuck. */
const START_DEADLINE_MS = 60_000;
const STOP_DEADLINE_MS = 40_000;

const COMPILE_CACHE = fileURLToPath(new URL("../../../../node_modules/.cache/quarry", import.meta.url));

export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** Exit code or signal of a process. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

const alive = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of alive) killGroup(child);
});

/** Kills a process and everything that it started. */
const killGroup = (child: ChildProcess): void => {
  try {
    process.kill(-child.pid!, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
};

/** Server as a child process, with all of its output. */
export class ServerProcess {
  stdout = "";
  stderr = "";
  readonly #child: ChildProcess;
  readonly #isWrapped: boolean;
  readonly #ended: Promise<Ending>;
  #ending: Ending | undefined;

  constructor(environment: Readonly<Record<string, string>>) {
    const command = startCommand();
    this.#isWrapped = command.isWrapped;
    // The tester's own settings don't reach the server. It has its own process group, so that all of it can be killed.
    this.#child = spawn(command.program, command.arguments, {
      cwd: command.directory,
      env: {
        PATH: process.env["PATH"],
        // Compile cache, as with `npm start`: the next start reuses compiled code and needs a third less CPU.
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        SERVICE_PORT: "0",
        SERVICE_SHUTDOWN_GRACE_SECONDS: "10",
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    alive.add(this.#child);
    this.#child.stdout!.setEncoding("utf8").on("data", (text: string) => (this.stdout += text));
    this.#child.stderr!.setEncoding("utf8").on("data", (text: string) => (this.stderr += text));
    this.#ended = new Promise((resolve) => {
      // "close" is emitted once the pipes are read to their end, so that no output is missing.
      this.#child.once("close", (code, signal) => {
        alive.delete(this.#child);
        this.#ending = { code, signal };
        resolve(this.#ending);
      });
    });
  }

  /** Process id of the server itself. */
  get pid(): number {
    return this.#isWrapped ? childOf(this.#child.pid!) : this.#child.pid!;
  }

  get isRunning(): boolean {
    return this.#ending === undefined;
  }

  /** Waits for the printed address and returns it; fails if the process ends first. */
  listening(): Promise<string> {
    return until(
      () => `the server to listen; it printed:\n${this.stdout}${this.stderr}`,
      () => {
        const address = /listens on (http:\S+)/.exec(this.stdout)?.[1];
        if (address === undefined && this.#ending !== undefined) {
          throw new Error(`the server ended with ${JSON.stringify(this.#ending)}:\n${this.stdout}${this.stderr}`);
        }
        return address;
      },
      START_DEADLINE_MS,
    );
  }

  signal(signal: NodeJS.Signals): void {
    // A command that starts the server as its child can't forward a SIGKILL, so the group is killed. Without such a
    // command only the server is killed: its children have to notice.
    if (signal === "SIGKILL" && this.#isWrapped) killGroup(this.#child);
    else this.#child.kill(signal);
  }

  /** Returns how the process ended. If it does not end within the deadline, kills it and fails. */
  async ended(deadlineMs = STOP_DEADLINE_MS): Promise<Ending> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, deadlineMs, undefined);
    });
    const ending = await Promise.race([this.#ended, late]);
    clearTimeout(timer);
    if (ending !== undefined) return ending;
    killGroup(this.#child);
    throw new Error(`the server did not end within ${deadlineMs} ms:\n${this.stderr}`);
  }

  /** Requests a stop, as an operator does. */
  stop(): Promise<Ending> {
    this.signal("SIGTERM");
    return this.ended();
  }

  /** Kills the server, as a power cut does. */
  kill(): Promise<Ending> {
    this.signal("SIGKILL");
    return this.ended();
  }

  /**
   * Log so far. Lines that are not log lines (a crash report, for example) count as errors; a truncated line does not.
   */
  get log(): readonly LogLine[] {
    return this.stderr
      .slice(0, this.stderr.lastIndexOf("\n") + 1)
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => {
        try {
          return JSON.parse(line) as LogLine;
        } catch {
          return { level: 60, msg: line };
        }
      });
  }

  /** Log lines of level error and above; there should be none. */
  get errors(): readonly LogLine[] {
    return this.log.filter(({ level }) => level >= 50);
  }

  /** Returns the peak resident memory in bytes; 0 if the system does not report it. */
  async peakResidentBytes(): Promise<number> {
    try {
      const status = await readFile(`/proc/${this.pid}/status`, "utf8");
      return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
    } catch {
      return 0;
    }
  }
}
