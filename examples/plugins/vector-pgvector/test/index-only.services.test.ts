import { randomUUID } from "node:crypto";
import { vectorStoreConformance } from "@quarry/plugin-testkit";
import { addressOf } from "@quarry/services";
import { Client } from "pg";
import { afterAll, beforeAll } from "vitest";
import plugin from "../src/index.ts";
import { settingsOf } from "./settings-of.ts";

// PostgreSQL uses the vector index only for large tables. In this database it uses it for every table, so that records
// missing from the index are detected.
const database = `quarry_test_${randomUUID().replaceAll("-", "")}`;

const asAdministrator = async (...statements: readonly string[]): Promise<void> => {
  const client = new Client({ connectionString: addressOf("postgres") });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
};

beforeAll(() =>
  asAdministrator(
    `create database ${database}`,
    ...["seqscan", "bitmapscan"].map((scan) => `alter database ${database} set enable_${scan} = off`),
  ),
);
afterAll(() => asAdministrator(`drop database ${database} with (force)`));

vectorStoreConformance(plugin, { settings: { ...settingsOf("vectors"), database } });
