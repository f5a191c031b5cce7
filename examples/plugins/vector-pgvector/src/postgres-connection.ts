import { type PluginContext, type Secret, secretValue } from "@quarry/plugin";
import { Pool, type PoolClient } from "pg";
import type { PgvectorSettings } from "./pgvector-settings.ts";

/** Transaction for reading: a snapshot of the table, unaffected by concurrent writes. */
export const READ = "begin transaction isolation level repeatable read read only";
/** Transaction for writing: it sees the changes committed while it waited for others. */
export const WRITE = "begin transaction isolation level read committed read write";

export interface Credentials {
  readonly password?: Secret;
  /** In PEM format. */
  readonly caCertificate?: string;
}

/** Pool of connections, each used by one transaction at a time. */
export class PostgresConnection {
  readonly #pool: Pool;
  readonly #timeoutMs: number;

  constructor(settings: PgvectorSettings, { password, caCertificate }: Credentials, log: PluginContext["log"]) {
    const { host, port, database, user, maxConnections } = settings;
    this.#timeoutMs = settings.timeoutSeconds * 1_000;
    this.#pool = new Pool({
      ...{ host, port, database, user, max: maxConnections },
      ...(password !== undefined && { password: secretValue(password) }),
      ssl: settings.ssl && { rejectUnauthorized: true, ...(caCertificate !== undefined && { ca: caCertificate }) },
      // Includes the wait for a free connection.
      connectionTimeoutMillis: this.#timeoutMs,
      keepAlive: true,
      application_name: "quarry",
    });
    // The pool removes an idle connection that breaks; a broken one in use fails its query. Without listeners, either
    // event would end the process.
    this.#pool.on("error", (error) => log("debug", "a connection to PostgreSQL was lost", { error: error.message }));
    this.#pool.on("connect", (client) => client.on("error", () => {}));
  }

  /** Runs a function in a transaction. If the signal is aborted, closes the connection and writes nothing. */
  async transaction<Value>(
    signal: AbortSignal,
    begin: string,
    run: (client: PoolClient) => Promise<Value>,
  ): Promise<Value> {
    const client = await this.#pool.connect();
    let isHeld = true;
    const release = (isBroken: boolean): void => {
      if (isHeld) client.release(isBroken);
      isHeld = false;
    };
    const abandon = () => release(true);
    signal.addEventListener("abort", abandon);
    try {
      signal.throwIfAborted();
      // Makes the server abort statements whose caller has given up. Set per transaction, which is compatible with
      // connection poolers.
      await client.query(`${begin}; set local statement_timeout = ${this.#timeoutMs}`);
      const value = await run(client);
      await client.query("commit");
      release(false);
      return value;
    } catch (error) {
      if (isHeld) await client.query("rollback").then(() => release(false), abandon);
      throw error;
    } finally {
      signal.removeEventListener("abort", abandon);
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
