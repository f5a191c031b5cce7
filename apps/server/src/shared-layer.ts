import { join } from "node:path";
import { localProgressHub, redisProgressHub } from "@quarry/events";
import { folderFilesLayer, s3FilesLayer } from "@quarry/store/files";
import type { Settings } from "@quarry/host";
import { bullMqJobQueueLayer, sqlJobQueueLayer } from "@quarry/jobs";
import { redisLayer } from "@quarry/store/redis";
import { mysqlDatabaseLayer, sqliteDatabaseLayer } from "@quarry/store";
import { Layer } from "effect";
import type { Deployment } from "./deployment.ts";
import { databaseExpectedBy } from "./expected-database.ts";

/** Services that several processes can share: the metadata database, jobs, progress, original files. */
export const sharedLayer = (settings: Settings, deployment: Deployment) => {
  const { databaseUrl, redisUrl } = settings;
  const directory = settings.dataDirectory;
  const database =
    databaseUrl === undefined
      ? sqliteDatabaseLayer({ path: join(directory, "quarry.db"), isExpected: () => databaseExpectedBy(directory) })
      : mysqlDatabaseLayer({ url: databaseUrl, poolSize: settings.databasePoolSize });
  const onDatabase = filesLayer(settings).pipe(Layer.provideMerge(database));
  if (redisUrl === undefined)
    return Layer.mergeAll(sqlJobQueueLayer, localProgressHub).pipe(Layer.provideMerge(onDatabase));
  const redis = redisLayer({ url: redisUrl, keyPrefix: settings.redisPrefix });
  const jobs = deployment.queue === "bullmq" ? bullMqJobQueueLayer() : sqlJobQueueLayer;
  return Layer.mergeAll(jobs, redisProgressHub).pipe(Layer.provideMerge(Layer.mergeAll(onDatabase, redis)));
};

/** Storage of the original files: a folder or a bucket. */
const filesLayer = ({ files, dataDirectory, s3Endpoint, s3Region }: Settings) => {
  if (files === undefined || !files.startsWith("s3://")) {
    return folderFilesLayer({ directory: files ?? join(dataDirectory, "files") });
  }
  const [bucket, ...prefix] = files.slice("s3://".length).split("/");
  return s3FilesLayer({
    bucket: bucket!,
    prefix: prefix.filter((part) => part !== "").join("/"),
    region: s3Region,
    temporaryDirectory: join(dataDirectory, "downloads"),
    ...(s3Endpoint !== undefined && { endpoint: s3Endpoint, forcePathStyle: true }),
  });
};
