import { expect, test } from "vitest";
import { readSettings } from "../settings.ts";
import { settingSecrets } from "./setting-reports.ts";

test("settingSecrets returns secret settings and passwords of addresses, both encoded and decoded", () => {
  const settings = readSettings({
    SERVICE_API_SECRET: "a-secret-for-tests",
    SERVICE_REDIS_URL: "redis://:100%25sure@cache:6379",
    SERVICE_S3_ENDPOINT: "https://me:pw-of-the-files@files.example.com",
  });
  expect(new Set(settingSecrets(settings))).toEqual(
    new Set(["a-secret-for-tests", "redis://:100%25sure@cache:6379", "100%25sure", "100%sure", "pw-of-the-files"]),
  );
});

// Regression: an address with such a password aborted the start, although a later check refuses it with a better
// message.
test("settingSecrets accepts a % that begins no escape", () => {
  expect(settingSecrets(readSettings({ SERVICE_REDIS_URL: "redis://:100%sure@cache:6379" }))).toContain("100%sure");
});
