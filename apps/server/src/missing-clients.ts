import { findPackageJSON } from "node:module";
import type { Settings } from "@quarry/host";

const S3_CLIENT = ["@aws-sdk/client-s3@3", "@smithy/node-http-handler@4"];
const REDIS_CLIENT = ["ioredis@5"];
const BULLMQ = ["bullmq@6"];

/**
 * Returns one problem per setting whose client is not installed, with the command that installs it. The clients of S3
 * and Redis take 40 MB and only deployments of several processes need them, so they are not dependencies of the
 * service.
 */
export const missingClients = (
  { files, queue, redisUrl }: Pick<Settings, "files" | "queue" | "redisUrl">,
  isInstalled: (name: string) => boolean = isFound,
): readonly string[] => {
  const problem = (variable: string, specs: readonly string[]): readonly string[] => {
    const missing = specs.filter((spec) => !isInstalled(spec.slice(0, spec.lastIndexOf("@"))));
    if (missing.length === 0) return [];
    return [
      `${variable}: its client is not installed: run "npm install ${missing.join(" ")}" where @quarry/server is installed`,
    ];
  };
  return [
    ...(files === undefined ? [] : problem("SERVICE_FILES", S3_CLIENT)),
    ...(redisUrl === undefined
      ? []
      : problem("SERVICE_REDIS_URL", [...REDIS_CLIENT, ...(queue === "sql" ? [] : BULLMQ)])),
  ];
};

/** Whether an import from this package finds the module. */
const isFound = (name: string): boolean => {
  try {
    return findPackageJSON(name, import.meta.url) !== undefined;
  } catch {
    return false;
  }
};
