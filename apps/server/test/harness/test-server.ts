import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { Api } from "./api.ts";
import { DataFolder } from "./data-folder.ts";
import { type Ending, ServerProcess } from "./server-process.ts";
import { tail } from "./tail.ts";

const SECRET = "a-secret-for-tests-only";

export type Environment = Readonly<Record<string, string>>;

/** Server with its own data folder; it can be stopped, killed and restarted on the same folder. */
export class TestServer {
  readonly folder: DataFolder;
  readonly #environment: Environment;
  #process: ServerProcess;
  #api: Api;

  private constructor(folder: DataFolder, environment: Environment, child: ServerProcess, api: Api) {
    this.folder = folder;
    this.#environment = environment;
    this.#process = child;
    this.#api = api;
  }

  static async start(environment: Environment = {}, folder?: DataFolder): Promise<TestServer> {
    const data = folder ?? (await DataFolder.make());
    const child = launch(environment, data);
    try {
      return new TestServer(data, environment, child, new Api(await child.listening(), secretOf(environment)));
    } catch (error) {
      if (child.isRunning) await child.kill();
      if (folder === undefined) await data.remove();
      throw error;
    }
  }

  get process(): ServerProcess {
    return this.#process;
  }

  /** Client of the current process. */
  get api(): Api {
    return this.#api;
  }

  /** Secret that the server accepts as its administrator's key. */
  get secret(): string {
    return secretOf(this.#environment);
  }

  /** Starts a process on the same folder; the previous one must have ended. */
  async startAgain(): Promise<void> {
    this.#process = launch(this.#environment, this.folder);
    this.#api = new Api(await this.#process.listening(), secretOf(this.#environment));
  }

  stop(): Promise<Ending> {
    return this.#process.stop();
  }

  kill(): Promise<Ending> {
    return this.#process.kill();
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.startAgain();
  }

  /** Ends the process in any state and removes the folder. */
  async dispose(): Promise<void> {
    if (this.#process.isRunning) await this.kill();
    await this.folder.remove();
  }
}

export const launch = (environment: Environment, folder: DataFolder): ServerProcess =>
  new ServerProcess({
    SERVICE_API_SECRET: SECRET,
    SERVICE_DATA_DIR: folder.path,
    ...folder.stack.environment,
    ...environment,
    ...withStackConfiguration(environment["SERVICE_CONFIG"], folder),
  });

/** Writes a config file that merges the stack's sections with the test's own. */
const withStackConfiguration = (own: string | undefined, folder: DataFolder): Environment => {
  const { configuration } = folder.stack;
  if (Object.keys(configuration).length === 0) return {};
  const input = own === undefined ? {} : (JSON.parse(readFileSync(own, "utf8")) as object);
  const file = folder.file("stack.config.json");
  writeFileSync(file, JSON.stringify({ ...input, ...configuration }));
  return { SERVICE_CONFIG: file };
};

const secretOf = (environment: Environment): string => environment["SERVICE_API_SECRET"] ?? SECRET;

/**
 * Provides one server for the tests of a file or a `describe`. At the end it must stop properly: exit code 0, and no
 * line in its log that the service itself calls an error. The log of a failed test is printed.
 */
export const useServer = (environment: Environment = {}): { readonly current: TestServer; readonly api: Api } => {
  let server: TestServer | undefined;
  const current = () => {
    if (server === undefined) throw new Error("the server runs only inside tests");
    return server;
  };
  beforeAll(async () => {
    server = await TestServer.start(environment);
  });
  afterEach(({ task }) => {
    if (task.result?.state === "fail") console.error(`Log of the server:\n${tail(current().process.stderr)}`);
  });
  afterAll(async () => {
    const used = server;
    // The start failed, which was reported already.
    if (used === undefined) return;
    try {
      const ending = await used.stop();
      expect({ ...ending, log: used.process.errors }).toEqual({ code: 0, signal: null, log: [] });
    } finally {
      await used.dispose();
    }
  });
  return {
    get current() {
      return current();
    },
    get api() {
      return current().api;
    },
  };
};
