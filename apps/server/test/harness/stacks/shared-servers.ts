import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { addressOf, dumpDatabase, makeDatabase } from "@quarry/services";
import { folderFiles } from "./folder-files.ts";
import { makeBucket, s3Files } from "./s3-files.ts";
import type { Stack } from "./stack.ts";

/** MariaDB, BullMQ on Redis, files on S3, vectors in Milvus Lite, terms in OpenSearch. */
export const mariadbS3Milvus = async (): Promise<Stack> => {
  const database = await makeDatabase();
  const name = uniqueName();
  const endpoint = addressOf("s3");
  await makeBucket(endpoint, name);
  return {
    environment: {
      ...environmentOn(database.url, name),
      SERVICE_FILES: `s3://${name}`,
      SERVICE_S3_ENDPOINT: endpoint,
      AWS_ACCESS_KEY_ID: "test",
      AWS_SECRET_ACCESS_KEY: "test",
    },
    configuration: { vectorStore: milvusLite(), ...wordsInOpenSearch(name) },
    ...s3Files(endpoint, name),
    databaseText: () => dumpDatabase(database.url),
    dispose: disposeOf(database.drop, name),
  };
};

/** MariaDB, BullMQ on Redis, files in a folder, vectors in Chroma, terms in OpenSearch. */
export const mariadbFolderChroma = async (dataFolder: string): Promise<Stack> => {
  const database = await makeDatabase();
  const name = uniqueName();
  const files = join(dataFolder, "files");
  return {
    environment: { ...environmentOn(database.url, name), SERVICE_FILES: files },
    configuration: { vectorStore: chroma(), ...wordsInOpenSearch(name) },
    ...folderFiles(files),
    databaseText: () => dumpDatabase(database.url),
    dispose: disposeOf(database.drop, name),
  };
};

export const milvusLite = () => ({
  plugin: "@quarry/vector-milvus",
  settings: { address: new URL(addressOf("milvus-lite")).host },
});

export const chroma = () => {
  const { hostname, port } = new URL(addressOf("chroma"));
  return { plugin: "@quarry/vector-chroma", settings: { host: hostname, port: Number(port) } };
};

/** Also removes the terms: a server accepts only a limited number of indices. */
const disposeOf = (dropDatabase: () => Promise<void>, name: string) => async (): Promise<void> => {
  await dropDatabase();
  await fetch(`${addressOf("opensearch")}/${name}-*`, { method: "DELETE" });
};

/** `name` must be unique to the service. */
export const wordsInOpenSearch = (name: string) => ({
  vectorStores: {
    opensearch: {
      plugin: "@quarry/vector-opensearch",
      settings: { address: addressOf("opensearch"), indexPrefix: `${name}-`, shards: 1 },
    },
  },
  keywordIndex: "opensearch",
});

const uniqueName = (): string => `quarry-test-${randomBytes(8).toString("hex")}`;

const environmentOn = (databaseUrl: string, redisPrefix: string): Readonly<Record<string, string>> => ({
  SERVICE_DATABASE_URL: databaseUrl,
  SERVICE_REDIS_URL: addressOf("redis"),
  SERVICE_REDIS_PREFIX: redisPrefix,
  SERVICE_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
});
