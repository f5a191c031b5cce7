import { randomUUID } from "node:crypto";
import { vectorStoreConformance } from "@quarry/plugin-testkit";
import { addressOf } from "@quarry/services";
import { Client } from "pg";
import { afterAll, beforeAll } from "vitest";
import plugin from "../src/index.ts";
import { settingsOf } from "./settings-of.ts";

// PostgreSQL takes the index of vectors for large tables only. In this database it takes it for every table, so that
// what the index leaves out shows.
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
