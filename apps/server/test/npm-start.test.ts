import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { descendantsOf, isRunning } from "./harness/child-processes.ts";
import { DataFolder } from "./harness/data-folder.ts";
import { until } from "./harness/until.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** Maximum milliseconds for an idle service to notice that its parent is gone, and to stop. */
const STOP_DEADLINE_MS = 20_000;

const disposables: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const dispose of disposables.splice(0).toReversed()) await dispose();
});

/** `npm start` in its own process group, as a terminal starts it, with all its descendants. */
class NpmStart {
  output = "";
  readonly #npm: ChildProcess;
  readonly #ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  #started: readonly number[] = [];

  constructor(folder: DataFolder) {
    const { PATH, HOME } = process.env;
    this.#npm = spawn("npm", ["start"], {
      cwd: ROOT,
      env: { PATH, HOME, SERVICE_PORT: "0", SERVICE_DATA_DIR: folder.path },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    this.#npm.stdout!.setEncoding("utf8").on("data", (text: string) => (this.output += text));
    this.#npm.stderr!.setEncoding("utf8").on("data", (text: string) => (this.output += text));
    this.#ended = new Promise((resolve) => this.#npm.once("exit", (code, signal) => resolve({ code, signal })));
    disposables.push(async () => {
      for (const pid of [this.#npm.pid!, ...this.#started].filter(isRunning)) process.kill(pid, "SIGKILL");
      await this.#ended;
    });
  }

  async listening(): Promise<string> {
    const address = await until(
      () => `npm start to listen; it printed:\n${this.output}`,
      () => /listens on (http:\S+)/.exec(this.output)?.[1],
    );
    this.#started = descendantsOf(this.#npm.pid!);
    return address;
  }

  /** Process ids that npm started, from its own child to the service itself. */
  get started(): readonly number[] {
    return this.#started;
  }

  signal(signal: NodeJS.Signals, pid = this.#npm.pid!): void {
    process.kill(pid, signal);
  }

  /** Sends a signal to every process of the group at once, as Ctrl-C in a terminal does. */
  signalGroup(signal: NodeJS.Signals): void {
    process.kill(-this.#npm.pid!, signal);
  }

  /** Sends a signal to the service only; does nothing if it has ended. */
  signalService(signal: NodeJS.Signals): void {
    try {
      this.signal(signal, this.#started[1]);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }

  ended() {
    return this.#ended;
  }

  /** Waits until none of its processes runs. */
  async untilAllEnded(): Promise<void> {
    await until(
      () => `all to end; it printed:\n${this.output}`,
      () => (this.#started.some(isRunning) ? undefined : true),
      STOP_DEADLINE_MS,
    );
  }

  get stops(): number {
    return this.output.split('"msg":"stopping"').length - 1;
  }
}

const start = async (folder: DataFolder) => {
  const npm = new NpmStart(folder);
  return { npm, address: await npm.listening() };
};

const emptyFolder = async (): Promise<DataFolder> => {
  const folder = await DataFolder.make();
  disposables.push(() => folder.remove());
  return folder;
};

const isListening = (address: string): Promise<boolean> =>
  fetch(`${address}/health`).then(
    () => true,
    () => false,
  );

describe("npm start", () => {
  test("SIGTERM to npm or Ctrl-C stops the service cleanly, and frees its port and data folder", async () => {
    const folder = await emptyFolder();
    const { npm, address } = await start(folder);
    npm.signal("SIGTERM");
    expect(await npm.ended()).toEqual({ code: 0, signal: null });
    expect(npm.started.filter(isRunning)).toEqual([]);
    expect(await isListening(address)).toBe(false);
    expect(npm.stops).toBe(1);

    const again = await start(folder);
    // Ctrl-C reaches every process of the group. Npm and the starter forward it as well, sometimes late, and a waiting
    // user presses it again: all of this counts as one stop.
    again.npm.signalGroup("SIGINT");
    const repeated = setInterval(() => again.npm.signalService("SIGINT"), 1);
    const end = await again.npm.ended();
    clearInterval(repeated);
    expect(end).toEqual({ code: 0, signal: null });
    expect(again.npm.started.filter(isRunning)).toEqual([]);
    expect(await isListening(again.address)).toBe(false);
    expect(again.npm.stops).toBe(1);
  });

  test.each([
    { what: "npm", pidOf: () => undefined },
    { what: "the starter between npm and the service", pidOf: (npm: NpmStart) => npm.started[0] },
  ])("the service stops when $what is killed", async ({ pidOf }) => {
    const { npm, address } = await start(await emptyFolder());
    npm.signal("SIGKILL", pidOf(npm));
    await npm.untilAllEnded();
    expect(await isListening(address)).toBe(false);
    expect(npm.stops).toBe(1);
  });
});
