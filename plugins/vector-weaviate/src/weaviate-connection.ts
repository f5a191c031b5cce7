import { readFile } from "node:fs/promises";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { failure } from "./weaviate-failure.ts";
import { WeaviateRest } from "./weaviate-rest.ts";
import type { WeaviateSettings } from "./weaviate-settings.ts";
import { openStub, type WeaviateStub } from "./weaviate-stub.ts";

/** Since 1.33 it supports queries for objects that have none of some terms. */
const MIN_VERSION = [1, 33] as const;

export interface Connection {
  readonly rest: WeaviateRest;
  readonly stub: WeaviateStub;
}

/** Lazy connection with a check of the server; recreated after a failure. */
export class WeaviateConnection {
  readonly #settings: WeaviateSettings;
  readonly #left = new Set<Connection>();
  #connection: Promise<Connection> | undefined;
  #current: Connection | undefined;

  constructor(settings: WeaviateSettings) {
    this.#settings = settings;
  }

  async get(signal: AbortSignal): Promise<Connection> {
    const known = this.#connection;
    if (known !== undefined) return await known;
    // Checked with each caller's own signal: a caller that cancels must not end another's check.
    await this.#check(signal);
    this.#connection ??= this.#open();
    return await this.#connection;
  }

  /**
   * Makes the next call check the server and connect again: by default gRPC would wait up to two minutes before it
   * retries an unavailable server. Other calls may still be running, so the old connection is closed later.
   */
  leave(connection: Connection): void {
    if (this.#current !== connection) return;
    this.#connection = undefined;
    this.#current = undefined;
    this.#left.add(connection);
    const close = () => {
      this.#left.delete(connection);
      connection.stub.close();
    };
    setTimeout(close, this.#settings.timeoutSeconds * 1_000).unref();
  }

  async close(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    const open = await connection?.catch(() => undefined);
    open?.stub.close();
    for (const left of this.#left) left.stub.close();
  }

  /** Fails if the server is too old, or another program. */
  async #check(signal: AbortSignal): Promise<void> {
    await this.#trust();
    const meta = (await new WeaviateRest(this.#settings).call(signal, "GET", "/meta")) as
      | { readonly version?: unknown }
      | undefined;
    const [, major, minor] = /^v?(\d+)\.(\d+)/.exec(String(meta?.version)) ?? [];
    const { host, port } = this.#settings;
    if (major === undefined) {
      throw failure("incompatible", `the program at ${host}:${port} is not a Weaviate server (settings host and port)`);
    }
    const isOld =
      Number(major) < MIN_VERSION[0] || (Number(major) === MIN_VERSION[0] && Number(minor) < MIN_VERSION[1]);
    if (!isOld) return;
    const needed = MIN_VERSION.join(".");
    throw failure(
      "incompatible",
      `the Weaviate server is version ${String(meta!.version)}; ${needed} or newer is needed`,
    );
  }

  async #open(): Promise<Connection> {
    try {
      const connection = { rest: new WeaviateRest(this.#settings), stub: await openStub(this.#settings) };
      this.#current = connection;
      return connection;
    } catch (error) {
      this.#connection = undefined;
      throw error;
    }
  }

  /** Neither the client nor fetch accepts a custom certificate, so it is added for the whole process. */
  async #trust(): Promise<void> {
    const file = this.#settings.caCertificateFile;
    if (file === undefined) return;
    const certificate = await readFile(file, "utf8").catch((error: unknown) => {
      throw failure("invalid", `setting caCertificateFile: ${(error as Error).message}`, error);
    });
    const trusted = getCACertificates("default");
    if (!trusted.includes(certificate)) setDefaultCACertificates([...trusted, certificate]);
  }
}
