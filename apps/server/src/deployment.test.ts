import { ConfigurationError, readSettings } from "@quarry/host";
import { describe, expect, test } from "vitest";
import { deploymentOf } from "./deployment.ts";

const SHARED = {
  SERVICE_DATABASE_URL: "mysql://quarry:secret@db/quarry",
  SERVICE_REDIS_URL: "redis://cache",
  SERVICE_FILES: "s3://documents",
  SERVICE_ENCRYPTION_KEY: "00".repeat(32),
  SERVICE_API_SECRET: "a-secret",
};

const deploymentWith = (environment: Readonly<Record<string, string>>) => deploymentOf(readSettings(environment));

describe("deploymentOf", () => {
  test("is one process on SQLite when nothing is set", () => {
    expect(deploymentWith({})).toEqual({ role: "all", isAlone: true, queue: "sql" });
  });

  test("uses BullMQ with Redis, unless SERVICE_QUEUE is sql", () => {
    expect(deploymentWith(SHARED)).toEqual({ role: "all", isAlone: false, queue: "bullmq" });
    expect(deploymentWith({ ...SHARED, SERVICE_QUEUE: "sql" }).queue).toBe("sql");
    expect(deploymentWith({ ...SHARED, SERVICE_ROLE: "worker" }).role).toBe("worker");
  });

  test("lists all missing settings that a separate role needs", () => {
    const start = () => deploymentWith({ SERVICE_ROLE: "api" });
    expect(start).toThrow(ConfigurationError);
    expect(start).toThrow(
      [
        "SERVICE_ROLE: api needs SERVICE_DATABASE_URL: SQLite serves one process",
        "SERVICE_ROLE: api needs SERVICE_REDIS_URL: progress passes between processes through it",
        "SERVICE_ROLE: api needs SERVICE_FILES: API and workers read and write the same files",
      ].join("\n"),
    );
  });

  test("requires the keys that all processes on one database share, and Redis for BullMQ", () => {
    const start = () => deploymentWith({ SERVICE_DATABASE_URL: SHARED.SERVICE_DATABASE_URL });
    expect(start).toThrow(/SERVICE_ENCRYPTION_KEY: is needed with SERVICE_DATABASE_URL/);
    expect(start).toThrow(/SERVICE_API_SECRET: is needed with SERVICE_DATABASE_URL/);
    expect(() => deploymentWith({ SERVICE_QUEUE: "bullmq" })).toThrow("SERVICE_QUEUE: bullmq needs SERVICE_REDIS_URL");
  });
});
