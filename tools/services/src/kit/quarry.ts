import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ChildServer } from "./child-server.ts";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/** Level of a log line that is an error. */
const ERROR_LEVEL = 50;

export interface QuarryOptions {
  /** Data folder; by default one that is deleted with the process. */
  readonly data?: string;
  readonly secret?: string;
  /** Content of its config file. */
  readonly config?: object;
  readonly environment?: Readonly<Record<string, string>>;
  /** Options of Node in addition to those of `npm start`. */
  readonly nodeOptions?: readonly string[];
  /** Receives every line of its log; by default errors go to this process's stderr. */
  readonly onLine?: (line: string) => void;
}

/** Runs the service as `npm start` does, from its sources, on a free loopback port. */
export class Quarry extends ChildServer {
  readonly data: string;
  readonly secret: string;
  /** Log lines at the error level. */
  readonly errors: string[];
  readonly #ownFolder: string | undefined;

  constructor(options: QuarryOptions = {}) {
    const { secret = randomBytes(32).toString("base64url"), config, environment, nodeOptions = [] } = options;
    const ownFolder = options.data === undefined ? mkdtempSync(join(tmpdir(), "quarry-tool-")) : undefined;
    const data = options.data ?? join(ownFolder!, "data");
    const errors: string[] = [];
    const { onLine = (line) => isError(line) && console.error(line) } = options;
    const configFile = `${data}.config.json`;
    if (config !== undefined) writeFileSync(configFile, JSON.stringify(config));
    super({
      command: [...nodeOptions, ...startArguments()],
      environment: {
        SERVICE_API_SECRET: secret,
        SERVICE_DATA_DIR: data,
        SERVICE_HOST: "127.0.0.1",
        SERVICE_PORT: "0",
        ...(config !== undefined && { SERVICE_CONFIG: configFile }),
        ...environment,
      },
      onLine: (line) => {
        if (isError(line)) errors.push(line);
        onLine(line);
      },
    });
    this.data = data;
    this.secret = secret;
    this.errors = errors;
    this.#ownFolder = ownFolder;
  }

  static start(options?: QuarryOptions): Promise<Quarry> {
    return new Quarry(options).listening();
  }

  get authorization(): string {
    return `Bearer ${this.secret}`;
  }

  /** Calls the service, see {@link callService}. */
  call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    return callService<Answer>(this, method, path, body);
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    await super[Symbol.asyncDispose]();
    if (this.#ownFolder !== undefined) rmSync(this.#ownFolder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Calls a service, and returns the JSON of a 2xx response. Otherwise throws its error message. */
export const callService = async <Answer>(
  { address, authorization }: Pick<Quarry, "address" | "authorization">,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> => {
  const isForm = body instanceof FormData;
  const response = await fetch(address + path, {
    method,
    headers: { authorization, ...(body !== undefined && !isForm && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Answer;
};

/**
 * Arguments of the script "start", without tools/with-node.mjs and the options that it adds (this process has them
 * too).
 */
const startArguments = (): readonly string[] => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    readonly scripts: { readonly start: string };
  };
  const words = scripts.start.split(" ");
  const [main, ...options] = words.slice(words.indexOf("tools/with-node.mjs") + 1).toReversed();
  return [...options, join(ROOT, main!)];
};

/** Returns the level of a log line. Any other line (for example of a crash report) counts as the highest level. */
export const levelOf = (line: string): number => {
  try {
    return (JSON.parse(line) as { readonly level: number }).level;
  } catch {
    return Infinity;
  }
};

const isError = (line: string): boolean => levelOf(line) >= ERROR_LEVEL;
