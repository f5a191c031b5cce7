import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { FileStore, probeMysql, Redis, redisLayer, s3FilesLayer } from "@quarry/server/connections";
import type { Settings } from "@quarry/server/configuration";
import { Cause, Effect, type Layer, Logger, Schedule } from "effect";
import { checkFolder } from "./check-folder.ts";
import { clockOf } from "./check-service.ts";
import { type Finding, ok, problem, messageOf } from "./finding.ts";

/** Checks the service's connections: its database, Redis, and file storage. Does not change them. */
export const checkConnections = async (settings: Settings): Promise<readonly Finding[]> => [
  ...(await checkDatabase(settings)),
  ...(await checkRedis(settings)),
  ...(await checkFiles(settings)),
];

const checkDatabase = async ({ databaseUrl, dataDirectory }: Settings): Promise<readonly Finding[]> => {
  if (databaseUrl === undefined) return [sqliteFinding(join(dataDirectory, "quarry.db"))];
  try {
    const { version, aheadMs } = await probeMysql(databaseUrl);
    return [ok("database", version), clockOf("database clock", aheadMs, "the database")];
  } catch (error) {
    const remedy = "check that it runs, and the address, user and password in SERVICE_DATABASE_URL";
    return [problem("database", messageOf(error), remedy)];
  }
};

const sqliteFinding = (path: string): Finding => {
  if (!existsSync(path)) return ok("database", `${path} is created at the first start`);
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      database.prepare("select count(*) from sqlite_schema").get();
    } finally {
      database.close();
    }
    return ok("database", path);
  } catch (error) {
    const remedy = "check that the service's user can read it; replace a damaged file with a backup";
    return problem("database", `${path}: ${messageOf(error)}`, remedy);
  }
};

/** Retry policy: the connection is still being established at the first attempt. */
const CONNECTING = { times: 20, schedule: Schedule.spaced("250 millis") };

const checkRedis = async ({ redisUrl, redisPrefix }: Settings): Promise<readonly Finding[]> => {
  if (redisUrl === undefined) return [];
  const layer = redisLayer({ url: redisUrl, keyPrefix: redisPrefix });
  const error = await failureOf(
    Effect.retry(
      Effect.flatMap(Redis, (redis) => redis.ping),
      CONNECTING,
    ),
    layer,
  );
  if (error === undefined) return [ok("redis", "answers")];
  const remedy = "check that it runs, and the address and password in SERVICE_REDIS_URL";
  return [problem("redis", error, remedy)];
};

const checkFiles = async ({ files, s3Endpoint, s3Region, dataDirectory }: Settings): Promise<readonly Finding[]> => {
  // The files are in the data folder, which has its own check.
  if (files === undefined) return [];
  if (!files.startsWith("s3://")) return checkFolder("files", files, "SERVICE_FILES");
  const layer = s3FilesLayer({
    bucket: files.slice("s3://".length).split("/")[0]!,
    prefix: "",
    region: s3Region,
    temporaryDirectory: join(dataDirectory, "downloads"),
    ...(s3Endpoint !== undefined && { endpoint: s3Endpoint, forcePathStyle: true }),
  });
  const error = await failureOf(
    Effect.flatMap(FileStore, (store) => store.ping),
    layer,
  );
  if (error === undefined) return [ok("files", files)];
  const remedy = "check that the bucket exists, and SERVICE_S3_ENDPOINT, SERVICE_S3_REGION and the credentials";
  return [problem("files", error, remedy)];
};

/** Returns why a check fails, or undefined if it succeeds. Opens the service that the check needs, and closes it. */
const failureOf = <Service, OpenError, PingError>(
  ping: Effect.Effect<unknown, PingError, Service>,
  layer: Layer.Layer<Service, OpenError>,
): Promise<string | undefined> =>
  Effect.runPromise(
    ping.pipe(
      Effect.provide(layer),
      // Log lines are dropped: the doctor reports failures as findings.
      Effect.provide(Logger.layer([])),
      Effect.as(undefined),
      Effect.catchCause((cause) => Effect.succeed(messageOf(Cause.squash(cause)))),
    ),
  );
