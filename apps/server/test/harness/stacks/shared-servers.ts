import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { addressOf, dumpDatabase, makeDatabase } from "@quarry/services";
import { folderFiles } from "./folder-files.ts";
import { makeBucket, s3Files } from "./s3-files.ts";
import type { Stack } from "./stack.ts";

/** MariaDB, BullMQ on Redis, files on S3, vectors in Milvus Lite. */
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
    configuration: { vectorStore: milvusLite() },
    ...s3Files(endpoint, name),
    databaseText: () => dumpDatabase(database.url),
    dispose: database.drop,
  };
};

/** MariaDB, BullMQ on Redis, files in a folder, vectors in Chroma. */
export const mariadbFolderChroma = async (dataFolder: string): Promise<Stack> => {
  const database = await makeDatabase();
  const files = join(dataFolder, "files");
  return {
    environment: { ...environmentOn(database.url, uniqueName()), SERVICE_FILES: files },
    configuration: { vectorStore: chroma() },
    ...folderFiles(files),
    databaseText: () => dumpDatabase(database.url),
    dispose: database.drop,
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

const uniqueName = (): string => `quarry-test-${randomBytes(8).toString("hex")}`;

const environmentOn = (databaseUrl: string, redisPrefix: string): Readonly<Record<string, string>> => ({
  SERVICE_DATABASE_URL: databaseUrl,
  SERVICE_REDIS_URL: addressOf("redis"),
  SERVICE_REDIS_PREFIX: redisPrefix,
  SERVICE_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
});
