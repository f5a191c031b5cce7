import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { addressOf, makeDatabase } from "@quarry/services";
import { expect, test } from "vitest";
import { DataFolder } from "../harness/data-folder.ts";
import { ServerProcess } from "../harness/server-process.ts";

const OPENSEARCH = { plugin: "@quarry/vector-opensearch", settings: { address: addressOf("opensearch") } };

/** Returns the error that a failed start prints. */
const refusalOf = async (configuration: object, environment: Readonly<Record<string, string>>): Promise<string> => {
  const folder = await DataFolder.make();
  const config = join(folder.path, "quarry.config.json");
  await writeFile(config, JSON.stringify(configuration));
  const service = new ServerProcess({
    ...environment,
    SERVICE_CONFIG: config,
    SERVICE_DATA_DIR: folder.path,
    SERVICE_API_SECRET: "a-secret-for-tests-only",
    SERVICE_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
  });
  try {
    return await service.listening().then(
      () => "it started",
      (error: unknown) => String(error),
    );
  } finally {
    if (service.isRunning) await service.kill();
    await folder.remove();
  }
};

test("a shared database requires a store with keyword search; the error lists suitable stores", async () => {
  await using database = new AsyncDisposableStack();
  const { url, drop } = await makeDatabase();
  database.defer(drop);
  const environment = { SERVICE_DATABASE_URL: url };
  const none = await refusalOf({}, environment);
  expect(none).toMatch(/keywordIndex: with SERVICE_DATABASE_URL, keyword search needs a vector store/);
  expect(none).toContain("no configured store does");
  expect(await refusalOf({ vectorStores: { engine: OPENSEARCH } }, environment)).toContain("available: engine");
  expect(await refusalOf({ vectorStores: { engine: OPENSEARCH }, keywordIndex: "default" }, environment)).toMatch(
    /keywordIndex: @quarry\/vector-embedded does not search by terms; it can be embedded, engine/,
  );
});

test("a keyword index in a vector store requires a shared database", async () => {
  expect(await refusalOf({ vectorStores: { engine: OPENSEARCH }, keywordIndex: "engine" }, {})).toContain(
    "keywordIndex: engine needs SERVICE_DATABASE_URL",
  );
});
