import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { runOrExplain } from "./run-or-explain.ts";
import type { Service } from "./service.ts";

const PORT = 13_306;

/** Path of the program in packages, which is not always in PATH. */
const PROGRAM = ["/usr/sbin/mariadbd", "/usr/local/sbin/mariadbd"].find(existsSync) ?? "mariadbd";

/** MariaDB from the system's packages, as an ordinary process; root has no password, and it listens on loopback only. */
export const mariadb: Service = {
  name: "mariadb",
  // Oldest version that the service supports, that of Debian 12; newer ones work as well.
  version: "10.11",
  port: PORT,
  addressVariable: "MARIADB_URL",
  address: `mysql://root@127.0.0.1:${PORT}`,
  install: (folder) => prepareMariadb(join(folder, "data")),
  command: (folder) => mariadbCommand(join(folder, "data"), PORT),
};

/** Returns a folder other than the system's, where a starting server removes the temporary tables of all others. */
const temporaryFolder = (data: string): string => `${data}.temporary`;

/** Creates the data folder, unless it is complete. */
export const prepareMariadb = (data: string): void => {
  const whole = `${data}.whole`;
  mkdirSync(temporaryFolder(data), { recursive: true });
  if (existsSync(whole)) return;
  rmSync(data, { recursive: true, force: true });
  const options = [...asUser(), `--datadir=${data}`, "--auth-root-authentication-method=normal", "--skip-test-db"];
  runOrExplain(
    "mariadb-install-db",
    ["--no-defaults", ...options],
    "MariaDB 10.11 or newer (Debian: apt-get install mariadb-server)",
  );
  writeFileSync(whole, "");
};

/** Returns the command of a server with a data folder of {@link prepareMariadb}; SIGTERM stops it. */
export const mariadbCommand = (data: string, port: number): readonly [program: string, ...args: string[]] => [
  PROGRAM,
  "--no-defaults",
  ...asUser(),
  `--datadir=${data}`,
  // The socket is in the temporary folder, because its path is limited to a hundred characters.
  ...[
    `--socket=${join(tmpdir(), `quarry-mariadb-${port}.sock`)}`,
    `--pid-file=${data}.pid`,
    `--tmpdir=${temporaryFolder(data)}`,
    `--port=${port}`,
    "--bind-address=127.0.0.1",
  ],
  ...["--skip-name-resolve", "--skip-log-bin", "--character-set-server=utf8mb4", "--max-connections=500"],
  // Small, and without fsync: a killed server loses nothing, only one whose machine loses power.
  ...["--innodb-buffer-pool-size=64M", "--innodb-flush-log-at-trx-commit=2", "--innodb-flush-method=nosync"],
  ...["--innodb-doublewrite=OFF", "--sync-frm=OFF", "--performance-schema=OFF"],
];

/** Returns the option required to run as root. */
const asUser = (): string[] => (userInfo().uid === 0 ? ["--user=root"] : []);
