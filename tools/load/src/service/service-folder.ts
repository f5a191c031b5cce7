import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/** Keys beside the full-access secret; the last one is for one collection only. */
export const SCOPED_KEYS = {
  read: { scope: "read" },
  write: { scope: "write" },
  limited: { scope: "read", collections: ["steady_one"] },
} as const;

export type KeyName = keyof typeof SCOPED_KEYS;

export const tokenOf = (name: KeyName): string => `load-check-token-of-${name}`;

/** A temporary folder with a service's data, its config file and its secret; service after service may run on it. */
export class ServiceFolder {
  readonly secret = randomBytes(32).toString("base64url");
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /** `config` holds sections of the config file beside the keys. */
  static async make(config: Readonly<Record<string, unknown>> = {}): Promise<ServiceFolder> {
    const folder = new ServiceFolder(await mkdtemp(join(tmpdir(), "quarry-load-")));
    await writeFile(folder.#configFile, JSON.stringify({ ...config, apiKeys: hashedKeys() }));
    return folder;
  }

  get data(): string {
    return join(this.#path, "data");
  }

  get #configFile(): string {
    return join(this.#path, "quarry.config.json");
  }

  /** The service as `npm start` runs it, with the same options of Node, on a free port. */
  spawn(): ChildProcess {
    const child = spawn(process.execPath, startArguments(), {
      cwd: ROOT,
      env: {
        PATH: process.env["PATH"],
        NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
        MALLOC_ARENA_MAX: process.env["MALLOC_ARENA_MAX"],
        // For a look inside, such as --cpu-prof.
        NODE_OPTIONS: process.env["LOAD_NODE_OPTIONS"],
        SERVICE_PORT: "0",
        SERVICE_DATA_DIR: this.data,
        SERVICE_API_SECRET: this.secret,
        SERVICE_CONFIG: this.#configFile,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const end = () => child.kill("SIGKILL");
    process.once("exit", end);
    child.once("exit", () => process.off("exit", end));
    return child;
  }

  async remove(): Promise<void> {
    await rm(this.#path, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The address that a service says it listens on; undefined when it ends without. */
export const listeningAddress = async (child: ChildProcess): Promise<string | undefined> => {
  for await (const line of createInterface({ input: child.stdout! })) {
    const address = /listens on (http:\S+)/.exec(line)?.[1];
    if (address === undefined) continue;
    child.stdout!.resume();
    return address;
  }
  return undefined;
};

/** Those of the script "start", behind what tools/with-node.mjs puts in front (this process has it too). */
const startArguments = (): readonly string[] => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    readonly scripts: { readonly start: string };
  };
  const words = scripts.start.split(" ");
  return [...process.execArgv, ...words.slice(words.indexOf("tools/with-node.mjs") + 1)];
};

const hashedKeys = () =>
  Object.fromEntries(
    Object.entries(SCOPED_KEYS).map(([name, key]) => [
      name,
      {
        ...key,
        sha256: createHash("sha256")
          .update(tokenOf(name as KeyName))
          .digest("hex"),
      },
    ]),
  );
