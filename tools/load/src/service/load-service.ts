import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/** Level of a log line that is an error. */
const ERROR_LEVEL = 50;

/** A hung stop is a breach; the service's own limit is 10 s. */
const STOP_DEADLINE_MS = 40_000;

/** Keys beside the full-access secret; the last one is for one collection only. */
export const SCOPED_KEYS = {
  read: { scope: "read" },
  write: { scope: "write" },
  limited: { scope: "read", collections: ["steady_one"] },
} as const;

export type KeyName = keyof typeof SCOPED_KEYS;

export const tokenOf = (name: KeyName): string => `load-check-token-of-${name}`;

/** The service as `npm start` runs it, with the same options of Node, on a temporary folder and a free port. */
export class LoadService {
  readonly address: string;
  readonly secret: string;
  /** Log lines that the service itself calls errors. */
  readonly errors: string[];
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(address: string, secret: string, errors: string[], child: ChildProcess, folder: string) {
    this.address = address;
    this.secret = secret;
    this.errors = errors;
    this.#child = child;
    this.#folder = folder;
  }

  static async start(): Promise<LoadService> {
    const folder = await mkdtemp(join(tmpdir(), "quarry-load-"));
    const secret = randomBytes(32).toString("base64url");
    const configFile = join(folder, "quarry.config.json");
    await writeFile(configFile, JSON.stringify({ apiKeys: hashedKeys() }));
    const child = spawn(process.execPath, startArguments(), {
      cwd: ROOT,
      env: {
        PATH: process.env["PATH"],
        NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
        // For a look inside, such as --cpu-prof.
        NODE_OPTIONS: process.env["LOAD_NODE_OPTIONS"],
        SERVICE_PORT: "0",
        SERVICE_DATA_DIR: join(folder, "data"),
        SERVICE_API_SECRET: secret,
        SERVICE_CONFIG: configFile,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    process.once("exit", () => child.kill("SIGKILL"));
    const errors: string[] = [];
    createInterface({ input: child.stderr! }).on("line", (line) => {
      if (levelOf(line) >= ERROR_LEVEL) errors.push(line);
    });
    const address = await listeningAddress(child);
    if (address === undefined) throw new Error(`the service did not start:\n${errors.join("\n")}`);
    return new LoadService(address, secret, errors, child, folder);
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

  async remove(): Promise<void> {
    if (this.isRunning) this.#child.kill("SIGKILL");
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Those of the script "start", behind what tools/with-node.mjs puts in front (this process has it too). */
const startArguments = (): readonly string[] => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    readonly scripts: { readonly start: string };
  };
  const [, , ...rest] = scripts.start.split(" ");
  return [...process.execArgv, ...rest];
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

const listeningAddress = async (child: ChildProcess): Promise<string | undefined> => {
  for await (const line of createInterface({ input: child.stdout! })) {
    const address = /listens on (http:\S+)/.exec(line)?.[1];
    if (address === undefined) continue;
    child.stdout!.resume();
    return address;
  }
  return undefined;
};

/** What is no log line (a crash report, say) counts as the worst. */
const levelOf = (line: string): number => {
  try {
    return (JSON.parse(line) as { readonly level: number }).level;
  } catch {
    return Infinity;
  }
};
