import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answersWell } from "./answers-well.ts";
import { chroma, chromaCommand } from "./chroma.ts";
import { freePort, freePorts } from "./free-port.ts";
import { mariadbCommand, prepareMariadb } from "./mariadb.ts";
import { milvusLite, milvusLiteCommand } from "./milvus-lite.ts";
import { opensearch, opensearchCommand, opensearchPorts } from "./opensearch.ts";
import { postgres, postgresCommand, postgresIsReady, preparePostgres } from "./postgres.ts";
import { redisCommand } from "./redis.ts";
import { s3, s3Command } from "./s3.ts";
import { installedFolder } from "./service-process.ts";
import type { ServiceUser } from "./service.ts";
import { takesConnections } from "./takes-connections.ts";

/** A server that belongs to one test, so that the test may kill it. */
export interface OwnServer {
  readonly port: number;
  /** Starts it (also again, on the same port and folder) and waits until it accepts connections. */
  readonly start: () => Promise<void>;
  /** Ends it, by default like `kill -9`, and waits until it is gone. */
  readonly kill: (signal?: NodeJS.Signals) => Promise<void>;
  /** Kills it and removes its folder. */
  readonly close: () => Promise<void>;
}

type CommandOf = (folder: string, port: number) => readonly [program: string, ...args: string[]];

export type OwnServerName = "chroma" | "mariadb" | "milvus-lite" | "opensearch" | "postgres" | "redis" | "s3";

const COMMANDS: Readonly<Record<OwnServerName, CommandOf>> = {
  chroma: (folder, port) => chromaCommand(installedFolder(chroma), folder, port),
  mariadb: (folder, port) => {
    const data = join(folder, "data");
    prepareMariadb(data);
    return mariadbCommand(data, port);
  },
  "milvus-lite": (folder, port) => milvusLiteCommand(installedFolder(milvusLite), folder, port),
  opensearch: (folder, port) => opensearchCommand(installedFolder(opensearch), folder, { port, isBrief: true }),
  postgres: (folder, port) => {
    const data = join(folder, "data");
    preparePostgres(installedFolder(postgres), data);
    return postgresCommand(installedFolder(postgres), data, port);
  },
  redis: redisCommand,
  s3: (_, port) => s3Command(installedFolder(s3), port),
};

const isReady = (name: OwnServerName, port: number): Promise<boolean> => {
  if (name === "postgres") return postgresIsReady(installedFolder(postgres), port);
  if (name === "opensearch") return answersWell(`http://127.0.0.1:${port}${opensearch.healthPath}`);
  return takesConnections(port);
};

/** User of each server that can't run as the caller. */
const USERS: Partial<Record<OwnServerName, ServiceUser | undefined>> = { postgres: postgres.user };

/** Starts a server on a free port, with its own folder. `npm run services:up` must have installed it. */
export const startOwnServer = async (name: OwnServerName): Promise<OwnServer> => {
  const port = await freePort(name === "opensearch" ? opensearchPorts() : undefined);
  const server = ownServer(name, port, COMMANDS[name]);
  await server.start();
  return server;
};

/** Returns a server with its own folder, not started yet. */
const ownServer = (name: OwnServerName, port: number, commandOf: CommandOf): OwnServer => {
  const folder = mkdtempSync(join(tmpdir(), `quarry-own-${name}-`));
  // Another user must be able to traverse it to its data.
  if (USERS[name] !== undefined) chmodSync(folder, 0o711);
  let child: ChildProcess | undefined;
  const server: OwnServer = {
    port,
    start: async () => {
      const [program, ...args] = commandOf(folder, port);
      const deadline = Date.now() + START_DEADLINE_MS;
      const launch = () => spawn(program, args, { cwd: folder, stdio: "ignore", ...USERS[name] });
      child = launch();
      while (!(await isReady(name, port))) {
        // The processes of a killed server may remain for a moment, and its successor then ends immediately.
        if (child.exitCode !== null) {
          if (Date.now() > deadline) throw new Error(`${program} ended at once with ${child.exitCode}`);
          child = launch();
        }
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
    kill: async (signal = "SIGKILL") => {
      const running = child;
      child = undefined;
      if (running === undefined || running.exitCode !== null) return;
      const gone = once(running, "exit");
      running.kill(signal);
      await gone;
    },
    close: async () => {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return server;
};

/**
 * Starts nodes of one OpenSearch cluster, each in its own process with its own ports and folder, and waits until all
 * have discovered each other.
 */
export const startOpenSearchNodes = async (count: number): Promise<readonly OwnServer[]> => {
  const ports = await freePorts(count, opensearchPorts());
  const transportPorts = await freePorts(count);
  const nodes = ports.map((port, index) => {
    const all = [...transportPorts.slice(index), ...transportPorts.slice(0, index)];
    const command: CommandOf = (folder) =>
      opensearchCommand(installedFolder(opensearch), folder, { port, transportPorts: all, isBrief: true });
    return ownServer("opensearch", port, command);
  });
  try {
    await Promise.all(nodes.map(({ start }) => start()));
  } catch (error) {
    await Promise.all(nodes.map(({ close }) => close()));
    throw error;
  }
  const together = `http://127.0.0.1:${ports[0]}/_cluster/health?wait_for_nodes=${count}&timeout=1s`;
  while (!(await answersWell(together))) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  return nodes;
};

const POLL_MS = 20;
const START_DEADLINE_MS = 15_000;
