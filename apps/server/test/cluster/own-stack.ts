import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  makeDatabase,
  type OwnServer,
  type OwnServerName,
  openTcpProxy,
  startOwnServer,
  type TcpProxy,
} from "@quarry/services";
import { makeBucket } from "../harness/stacks/s3-files.ts";

/** Server that the cluster depends on, reached through a proxy that can make it unavailable. */
export interface Dependency {
  readonly server: OwnServer;
  readonly proxy: TcpProxy;
}

export type DependencyName = "database" | "redis" | "files" | "vectors" | "words";

const SERVERS: Readonly<Record<DependencyName, OwnServerName>> = {
  database: "mariadb",
  redis: "redis",
  files: "s3",
  vectors: "chroma",
  words: "opensearch",
};

/** MariaDB, Redis, S3, Chroma and OpenSearch that only this test uses, each behind a proxy. */
export class OwnStack {
  readonly environment: Readonly<Record<string, string>>;
  readonly #dependencies: Readonly<Record<DependencyName, Dependency>>;
  readonly #folder: string;

  private constructor(
    dependencies: Readonly<Record<DependencyName, Dependency>>,
    folder: string,
    environment: Readonly<Record<string, string>>,
  ) {
    this.#dependencies = dependencies;
    this.#folder = folder;
    this.environment = environment;
  }

  static async start(): Promise<OwnStack> {
    const dependencies = Object.fromEntries(
      await Promise.all(Object.entries(SERVERS).map(async ([name, server]) => [name, await dependencyOn(server)])),
    ) as Record<DependencyName, Dependency>;
    const database = await makeDatabase(`mysql://root@127.0.0.1:${dependencies.database.server.port}`);
    const databaseUrl = new URL(database.url);
    databaseUrl.port = String(dependencies.database.proxy.port);
    const portOf = (name: DependencyName) => dependencies[name].proxy.port;
    const bucket = `quarry-test-${randomBytes(6).toString("hex")}`;
    await makeBucket(`http://127.0.0.1:${dependencies.files.server.port}`, bucket);
    const folder = await mkdtemp(join(tmpdir(), "quarry-cluster-"));
    const config = join(folder, "quarry.config.json");
    const settings = { host: "127.0.0.1", port: portOf("vectors"), timeoutSeconds: 10 };
    const words = { address: `http://127.0.0.1:${portOf("words")}`, timeoutSeconds: 10 };
    await writeFile(
      config,
      JSON.stringify({
        vectorStore: { plugin: "@quarry/vector-chroma", settings },
        vectorStores: { words: { plugin: "@quarry/vector-opensearch", settings: words } },
        keywordIndex: "words",
      }),
    );
    return new OwnStack(dependencies, folder, {
      SERVICE_CONFIG: config,
      SERVICE_DATABASE_URL: databaseUrl.href,
      SERVICE_REDIS_URL: `redis://127.0.0.1:${portOf("redis")}`,
      SERVICE_FILES: `s3://${bucket}`,
      SERVICE_S3_ENDPOINT: `http://127.0.0.1:${portOf("files")}`,
      AWS_ACCESS_KEY_ID: "test",
      AWS_SECRET_ACCESS_KEY: "test",
      SERVICE_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    });
  }

  dependency(name: DependencyName): Dependency {
    return this.#dependencies[name];
  }

  async close(): Promise<void> {
    for (const { server, proxy } of Object.values(this.#dependencies)) {
      await proxy.close();
      await server.close();
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}

const dependencyOn = async (name: OwnServerName): Promise<Dependency> => {
  const server = await startOwnServer(name);
  return { server, proxy: await openTcpProxy(server.port) };
};
