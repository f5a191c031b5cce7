import { ConfigurationError, type Settings } from "@quarry/host";
import { missingClients } from "./missing-clients.ts";

/** Role of this process, and the resources it shares with others. */
export interface Deployment {
  readonly role: Settings["role"];
  /** Whether no other process writes to this one's data. If so, the start may remove leftovers of a dead process. */
  readonly isAlone: boolean;
  readonly queue: "sql" | "bullmq";
}

/**
 * Returns the deployment that the settings describe. Throws one `ConfigurationError` that names every setting that
 * doesn't fit.
 */
export const deploymentOf = (settings: Settings): Deployment => {
  const problems = [...roleProblems(settings), ...sharedProblems(settings), ...missingClients(settings)];
  if (settings.queue === "bullmq" && settings.redisUrl === undefined) {
    problems.push("SERVICE_QUEUE: bullmq needs SERVICE_REDIS_URL");
  }
  if (problems.length > 0) throw new ConfigurationError({ problems });
  const chosen = settings.queue === "auto" ? undefined : settings.queue;
  return {
    role: settings.role,
    isAlone: settings.databaseUrl === undefined,
    queue: chosen ?? (settings.redisUrl === undefined ? "sql" : "bullmq"),
  };
};

/**
 * Returns the problems of a process with a single role, which sees the work of other processes only through shared
 * services.
 */
const roleProblems = ({ role, databaseUrl, redisUrl, files }: Settings): readonly string[] => {
  if (role === "all") return [];
  const needs = (variable: string, why: string) => `SERVICE_ROLE: ${role} needs ${variable}: ${why}`;
  return [
    ...(databaseUrl === undefined ? [needs("SERVICE_DATABASE_URL", "SQLite serves one process")] : []),
    ...(redisUrl === undefined ? [needs("SERVICE_REDIS_URL", "progress passes between processes through it")] : []),
    ...(files === undefined ? [needs("SERVICE_FILES", "API and workers read and write the same files")] : []),
  ];
};

/**
 * Returns the secrets missing from a shared deployment: each process would otherwise create its own in its data folder.
 */
const sharedProblems = ({ databaseUrl, encryptionKey, apiSecret, role }: Settings): readonly string[] => {
  if (databaseUrl === undefined) return [];
  return [
    ...(encryptionKey === undefined ? [needed("SERVICE_ENCRYPTION_KEY")] : []),
    ...(apiSecret === undefined && role !== "worker" ? [needed("SERVICE_API_SECRET")] : []),
  ];
};

const needed = (variable: string): string =>
  `${variable}: is needed with SERVICE_DATABASE_URL, with the same value in every process on this database`;
