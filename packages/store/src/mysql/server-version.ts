import { StoreError } from "../store-error.ts";

export type MysqlFlavor = "mysql" | "mariadb";

/** 8.0.17 introduced the collation that compares like SQLite. 10.11 is the oldest maintained MariaDB. */
const MIN_VERSIONS: Readonly<Record<MysqlFlavor, readonly [number, number, number]>> = {
  mysql: [8, 0, 17],
  mariadb: [10, 11, 0],
};

/** Parses the result of `select version()`. Fails for a server that is too old. */
export const flavorOf = (version: string): MysqlFlavor => {
  const flavor = /mariadb/i.test(version) ? "mariadb" : "mysql";
  const numbers = /(?<!\d)(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number);
  if (numbers === undefined || isBefore(numbers, MIN_VERSIONS[flavor])) {
    throw new StoreError({
      reason: "unavailable",
      message: `the server is version ${version}; needed is MySQL 8.0.17 or newer, or MariaDB 10.11 or newer`,
    });
  }
  return flavor;
};

const isBefore = (version: readonly number[], oldest: readonly number[]): boolean => {
  const index = oldest.findIndex((number, index) => version[index] !== number);
  return index !== -1 && version[index]! < oldest[index]!;
};
