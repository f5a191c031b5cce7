import { Redacted } from "effect";
import { describe, expect, test } from "vitest";
import { ConfigurationError } from "./configuration-error.ts";
import { readSettings } from "./settings.ts";

describe("readSettings", () => {
  test("returns the documented defaults when nothing is set", () => {
    expect(readSettings({})).toMatchObject({
      apiSecret: undefined,
      host: "127.0.0.1",
      port: 8080,
      dataDirectory: ".quarry",
      maxUploadSizeMegabytes: 1024,
      webhookDeliveryTimeoutSeconds: 10,
      webhookAllowPrivate: false,
      fetch: true,
      fetchAllowPrivate: false,
      role: "all",
      databaseUrl: undefined,
      redisUrl: undefined,
      queue: "auto",
      files: undefined,
    });
  });

  test("treats an empty variable as unset", () => {
    expect(readSettings({ SERVICE_PORT: "", SERVICE_API_SECRET: "" })).toMatchObject({
      port: 8080,
      apiSecret: undefined,
    });
  });

  test("hides secrets in JSON and in strings", () => {
    const settings = readSettings({
      SERVICE_API_SECRET: "s3cret-value",
      SERVICE_DATABASE_URL: "mysql://quarry:s3cret-value@db/quarry",
      SERVICE_REDIS_URL: "rediss://:s3cret-value@cache",
    });
    expect(JSON.stringify(settings)).not.toContain("s3cret-value");
    expect(String(settings.apiSecret)).not.toContain("s3cret-value");
    expect(Redacted.value(settings.apiSecret as Redacted.Redacted<string>)).toBe("s3cret-value");
  });

  test("reports every invalid setting, with the allowed and the given value", () => {
    const read = () =>
      readSettings({
        SERVICE_PORT: "80a",
        SERVICE_MAX_UPLOAD_SIZE_MB: "0",
        SERVICE_LOG_LEVEL: "loud",
        CO_API_URL: "ftp://x",
        SERVICE_WEBHOOK_ALLOW_PRIVATE: "yes",
        SERVICE_ROLE: "leader",
        SERVICE_DATABASE_URL: "postgres://user:pass@host/db",
        SERVICE_REDIS_URL: "localhost:6379",
        SERVICE_FILES: "relative/folder",
        SERVICE_S3_ENDPOINT: "minio:9000",
      });
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(
      [
        `SERVICE_PORT: must be a whole number from 0 to 65535, got "80a"`,
        `SERVICE_ROLE: must be one of all, api, worker, got "leader"`,
        `SERVICE_DATABASE_URL: must be a mysql:// address, got something else`,
        `SERVICE_REDIS_URL: must be a redis:// or rediss:// address, got something else`,
        `SERVICE_FILES: must be an absolute path or s3://bucket/prefix, got "relative/folder"`,
        `SERVICE_S3_ENDPOINT: must be an http:// or https:// address, got "minio:9000"`,
        `SERVICE_MAX_UPLOAD_SIZE_MB: must be a whole number from 1 to 1048576, got "0"`,
        `SERVICE_WEBHOOK_ALLOW_PRIVATE: must be true or false, got "yes"`,
        `SERVICE_LOG_LEVEL: must be one of debug, info, warn, error, silent, got "loud"`,
        `CO_API_URL: must be an http:// or https:// address, got "ftp://x"`,
      ].join("\n"),
    );
  });
});
