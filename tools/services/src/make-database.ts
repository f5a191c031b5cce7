import { randomUUID } from "node:crypto";
import { createConnection } from "mysql2/promise";
import { addressOf } from "./address-of.ts";

export interface TestDatabase {
  /** URL with the database's name as its path. */
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** Creates an empty database with a unique name, by default on the MariaDB of the tests. */
export async function makeDatabase(server: string = addressOf("mariadb")): Promise<TestDatabase> {
  const name = `quarry_test_${randomUUID().replaceAll("-", "")}`;
  const url = new URL(server);
  await runStatement(url, `create database ${name}`);
  url.pathname = name;
  return { url: url.href, drop: () => runStatement(server, `drop database if exists ${name}`) };
}

const runStatement = async (server: URL | string, statement: string): Promise<void> => {
  const connection = await createConnection(String(server));
  try {
    await connection.query(statement);
  } finally {
    await connection.end();
  }
};
