import { type PluginContext, type Secret, secretValue } from "@quarry/plugin";
import { Pool, type PoolClient } from "pg";
import type { PgvectorSettings } from "./pgvector-settings.ts";

/** Transaction for reading: one moment's view of the table, whatever is written meanwhile. */
export const READ = "begin transaction isolation level repeatable read read only";
/** Transaction for writing: it sees what others wrote while it waited for them. */
export const WRITE = "begin transaction isolation level read committed read write";

export interface Credentials {
  readonly password?: Secret;
  /** PEM. */
  readonly caCertificate?: string;
}

/** A pool of connections, used by one transaction each. */
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
      // The wait for a free one included.
      connectionTimeoutMillis: this.#timeoutMs,
      keepAlive: true,
      application_name: "quarry",
    });
    // The pool drops a connection that breaks while nobody uses it; one in use fails its query. Unheard, either event
    // would end the process.
    this.#pool.on("error", (error) => log("debug", "a connection to PostgreSQL was lost", { error: error.message }));
    this.#pool.on("connect", (client) => client.on("error", () => {}));
  }

  /** Runs what is given in a transaction; when the signal says so its connection is closed and nothing is written. */
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
      // The server gives up as well what nobody waits for. For one transaction, so that poolers can stand in between.
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
