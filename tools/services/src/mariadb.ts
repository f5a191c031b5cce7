import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { runOrExplain } from "./run-or-explain.ts";
import type { Service } from "./service.ts";

const PORT = 13_306;

/** Path of the program in packages; not on everyone's PATH. */
const PROGRAM = ["/usr/sbin/mariadbd", "/usr/local/sbin/mariadbd"].find(existsSync) ?? "mariadbd";

/** MariaDB from the system's packages, as an ordinary process; root has no password, and it listens on loopback only. */
export const mariadb: Service = {
  name: "mariadb",
  // The oldest that the service works with, and what Debian 12 has; a newer one is as good.
  version: "10.11",
  port: PORT,
  addressVariable: "MARIADB_URL",
  address: `mysql://root@127.0.0.1:${PORT}`,
  install: (folder) => prepareMariadb(join(folder, "data")),
  command: (folder) => mariadbCommand(join(folder, "data"), PORT),
};

/** Not the system's, where a server that starts removes the temporary tables of all others. */
const temporaryFolder = (data: string): string => `${data}.temporary`;

/** Makes the data folder; does nothing when it is whole. */
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

/** Command of a server on a data folder of {@link prepareMariadb}; it stops by SIGTERM. */
export const mariadbCommand = (data: string, port: number): readonly [program: string, ...args: string[]] => [
  PROGRAM,
  "--no-defaults",
  ...asUser(),
  `--datadir=${data}`,
  // The socket is in the temporary folder, since its path may have a hundred characters only.
  ...[
    `--socket=${join(tmpdir(), `quarry-mariadb-${port}.sock`)}`,
    `--pid-file=${data}.pid`,
    `--tmpdir=${temporaryFolder(data)}`,
    `--port=${port}`,
    "--bind-address=127.0.0.1",
  ],
  ...["--skip-name-resolve", "--skip-log-bin", "--character-set-server=utf8mb4", "--max-connections=500"],
  // Small, and no wait for the disk: a killed server loses nothing by that, only one whose machine loses power.
  ...["--innodb-buffer-pool-size=64M", "--innodb-flush-log-at-trx-commit=2", "--innodb-flush-method=nosync"],
  ...["--innodb-doublewrite=OFF", "--sync-frm=OFF", "--performance-schema=OFF"],
];

/** Option without which it refuses to run as root. */
const asUser = (): string[] => (userInfo().uid === 0 ? ["--user=root"] : []);
