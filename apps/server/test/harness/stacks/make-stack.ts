import { embedded } from "./embedded.ts";
import type { Stack } from "./stack.ts";

/**
 * Backends of this test run, by the variable QUARRY_TEST_STACK:
 * - `embedded` (default): SQLite, its job queue, a folder, the embedded vector store;
 * - `mariadb-s3-milvus`: MariaDB, BullMQ, S3, Milvus Lite;
 * - `mariadb-folder-chroma`: MariaDB, BullMQ, a folder, Chroma.
 */
export const STACK = process.env["QUARRY_TEST_STACK"] ?? "embedded";

export const makeStack = async (dataFolder: string, stack = STACK): Promise<Stack> => {
  if (stack === "embedded") return embedded(dataFolder);
  // Imported only here: the embedded run needs none of the clients.
  const { mariadbFolderChroma, mariadbS3Milvus } = await import("./shared-servers.ts");
  switch (stack) {
    case "mariadb-s3-milvus":
      return await mariadbS3Milvus();
    case "mariadb-folder-chroma":
      return await mariadbFolderChroma(dataFolder);
    default:
      throw new Error(`QUARRY_TEST_STACK: must be embedded, mariadb-s3-milvus or mariadb-folder-chroma, got ${stack}`);
  }
};
