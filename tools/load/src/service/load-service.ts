import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { listeningAddress, ServiceFolder } from "./service-folder.ts";

/** Level of a log line that is an error. */
const ERROR_LEVEL = 50;

/** A hung stop is a breach; the service's own limit is 10 s. */
const STOP_DEADLINE_MS = 40_000;

/** One run of the service, on a folder of its own or on one where others have run before. */
export class LoadService {
  readonly address: string;
  readonly folder: ServiceFolder;
  /** Log lines that the service itself calls errors. */
  readonly errors: string[];
  readonly #child: ChildProcess;

  private constructor(address: string, folder: ServiceFolder, errors: string[], child: ChildProcess) {
    this.address = address;
    this.folder = folder;
    this.errors = errors;
    this.#child = child;
  }

  /** `onLine` gets every line of the log. */
  static async start(folder?: ServiceFolder, onLine: (line: string) => void = () => {}): Promise<LoadService> {
    const used = folder ?? (await ServiceFolder.make());
    const child = used.spawn();
    const errors: string[] = [];
    createInterface({ input: child.stderr! }).on("line", (line) => {
      onLine(line);
      if (levelOf(line) >= ERROR_LEVEL) errors.push(line);
    });
    const address = await listeningAddress(child);
    if (address === undefined) throw new Error(`the service did not start:\n${errors.join("\n")}`);
    return new LoadService(address, used, errors, child);
  }

  get secret(): string {
    return this.folder.secret;
  }

  get pid(): number {
    return this.#child.pid!;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Stops it in order; says what was wrong with how it ended. */
  async stop(): Promise<string | undefined> {
    if (!this.isRunning) return `it had ended before: ${this.#child.exitCode ?? this.#child.signalCode}`;
    const ended = once(this.#child, "exit") as Promise<[number | null, string | null]>;
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), STOP_DEADLINE_MS);
    this.#child.kill("SIGTERM");
    const [code, signal] = await ended;
    clearTimeout(timer);
    return code === 0 ? undefined : `it ended with ${code ?? signal}`;
  }

  /** Kills it, as a power cut does, and returns when it is gone. */
  async kill(): Promise<void> {
    if (!this.isRunning) throw new Error(`the service ended by itself: ${this.errors.join("\n")}`);
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await ended;
  }

  async remove(): Promise<void> {
    if (this.isRunning) this.#child.kill("SIGKILL");
    await this.folder.remove();
  }
}

/** What is no log line (a crash report, say) counts as the worst; a line that a kill has cut off is none. */
const levelOf = (line: string): number => {
  try {
    return (JSON.parse(line) as { readonly level: number }).level;
  } catch {
    return Infinity;
  }
};
