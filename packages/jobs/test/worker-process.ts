import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { QueueLocation } from "./fixture.ts";

export interface WorkerProcess {
  readonly child: ChildProcess;
  /** Resolves with the next printed line that begins with `begin`. */
  readonly says: (begin: string) => Promise<string>;
  readonly tell: (line: string) => void;
  readonly kill: (signal?: NodeJS.Signals) => Promise<void>;
}

export interface WorkerSettings {
  readonly location: QueueLocation;
  readonly owner: string;
  readonly leaseMs: number;
  readonly heartbeatMs: number;
  /** `work` writes a result after a moment; `wait` does so when it is told to continue. */
  readonly mode: "work" | "wait";
}

/** Starts a process that runs workers, see `worker-main.ts`. */
export const startWorkerProcess = (settings: WorkerSettings): WorkerProcess => {
  const main = fileURLToPath(new URL("./worker-main.ts", import.meta.url));
  const child = spawn(process.execPath, [main, JSON.stringify(settings)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const wakes = new Set<() => void>();
  createInterface({ input: child.stdout! }).on("line", (line) => {
    lines.push(line);
    for (const wake of wakes) wake();
  });
  return {
    child,
    says: (begin) =>
      new Promise((resolve) => {
        const check = () => {
          const at = lines.findIndex((line) => line.startsWith(begin));
          if (at < 0) return;
          wakes.delete(check);
          resolve(lines.splice(at, 1)[0]!);
        };
        wakes.add(check);
        check();
      }),
    tell: (line) => void child.stdin!.write(`${line}\n`),
    kill: async (signal = "SIGKILL") => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill(signal);
      await exited;
    },
  };
};
