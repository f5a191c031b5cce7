import { readFile } from "node:fs/promises";
import type { MilvusClient } from "@zilliz/milvus2-sdk-node";
import { Redacted } from "effect";
import { failure } from "./milvus-failure.ts";
import type { MilvusSettings } from "./milvus-settings.ts";

/** Milvus Lite, the replacement for tests and laptops. */
const LITE = /^milvus_lite/i;
/** Its searches returned distances where servers return similarities. */
const BROKEN_LITE = /^milvus_lite-3\.0/i;

const MIN_VERSION = [2, 5] as const;

/** Channel options: by default the client would wait up to two minutes before it retries an unavailable server. */
const CHANNEL = {
  // Servers tolerate one ping in five minutes and disconnect clients that send more. Calls have their own time limits.
  "grpc.keepalive_time_ms": 360_000,
  "grpc.keepalive_permit_without_calls": 0,
  "grpc.initial_reconnect_backoff_ms": 200,
  "grpc.min_reconnect_backoff_ms": 200,
  "grpc.max_reconnect_backoff_ms": 2_000,
};

export interface Connection {
  readonly client: MilvusClient;
  /** Whether the server is Milvus Lite, whose queries return rows unordered, while servers return them by id. */
  readonly isLite: boolean;
}

/** Lazy connection, recreated after a failure. */
export class MilvusConnection {
  readonly #settings: MilvusSettings;
  #connection: Promise<Connection> | undefined;

  constructor(settings: MilvusSettings) {
    this.#settings = settings;
  }

  get(): Promise<Connection> {
    if (this.#connection === undefined) {
      const connection = this.#connect();
      this.#connection = connection;
      connection.catch(() => {
        if (this.#connection === connection) this.#connection = undefined;
      });
    }
    return this.#connection;
  }

  async close(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    const open = await connection?.catch(() => undefined);
    await open?.client.closeConnection();
  }

  async #connect(): Promise<Connection> {
    const { address, token, ssl, caCertificateFile, database, timeoutSeconds } = this.#settings;
    const certificate = caCertificateFile === undefined ? undefined : await this.#readCertificate(caCertificateFile);
    // Loaded late: a config can be validated without it, and loading takes time.
    const { MilvusClient } = await import("@zilliz/milvus2-sdk-node");
    const client: MilvusClient = new MilvusClient({
      address,
      ssl,
      timeout: timeoutSeconds * 1_000,
      // The platform retries; the client would retry without regard to its time limits. 0 would mean no attempt at all.
      maxRetries: 1,
      logLevel: "error",
      channelOptions: CHANNEL,
      telemetry: { enabled: false },
      ...(token !== undefined && { token: Redacted.value(token) }),
      ...(certificate !== undefined && { tls: { rootCert: certificate } }),
      ...(database !== undefined && { database }),
    });
    try {
      await client.connectPromise;
      const { version } = await client.getVersion();
      this.#check(version as string | undefined);
      return { client, isLite: LITE.test(version) };
    } catch (error) {
      await client.closeConnection().catch(() => undefined);
      throw error;
    }
  }

  async #readCertificate(file: string): Promise<Buffer> {
    try {
      return await readFile(file);
    } catch (error) {
      throw failure("invalid", `setting caCertificateFile: ${(error as Error).message}`, error);
    }
  }

  /** Another program that uses gRPC reports no version: the client turns that into an empty answer. */
  #check(version: string | undefined): void {
    const [, major, minor] = /(?<!\d)(\d+)\.(\d+)/.exec(version ?? "") ?? [];
    const isOther = version === undefined || version === "";
    const isOld =
      major !== undefined &&
      (Number(major) < MIN_VERSION[0] || (Number(major) === MIN_VERSION[0] && Number(minor) < MIN_VERSION[1]));
    if (!isOther && !isOld && !BROKEN_LITE.test(version)) return;
    const message = isOther
      ? `the program at ${this.#settings.address} is not a Milvus server (setting address)`
      : `the Milvus server is version ${version}; ${MIN_VERSION.join(".")} or newer is needed (Milvus Lite: 3.1)`;
    throw failure("incompatible", message);
  }
}
