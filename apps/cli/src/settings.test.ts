import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { serviceAddress } from "./settings.ts";

const folder = mkdtempSync(join(tmpdir(), "quarry-settings-"));
mkdirSync(join(folder, "data"));
writeFileSync(join(folder, "data", "api-secret"), "the-secret-of-this-machine\n");
afterAll(() => rmSync(folder, { recursive: true }));

const data = { SERVICE_DATA_DIR: join(folder, "data") };

describe("without an address the service is where it is started with the same settings", () => {
  test.each([
    [{}, "http://127.0.0.1:8080"],
    [{ SERVICE_PORT: "9000" }, "http://127.0.0.1:9000"],
    [{ SERVICE_PORT: "", SERVICE_HOST: "" }, "http://127.0.0.1:8080"],
    [{ SERVICE_HOST: "0.0.0.0", SERVICE_PORT: "9000" }, "http://127.0.0.1:9000"],
    [{ SERVICE_HOST: "::" }, "http://[::1]:8080"],
    [{ SERVICE_HOST: "::1", SERVICE_PORT: "9000" }, "http://[::1]:9000"],
    [{ SERVICE_HOST: "192.0.2.7" }, "http://192.0.2.7:8080"],
    // Invalid ports, and 0, which does not name a port.
    [{ SERVICE_PORT: "80a" }, "http://127.0.0.1:8080"],
    [{ SERVICE_PORT: "0" }, "http://127.0.0.1:8080"],
    [{ SERVICE_PORT: "70000" }, "http://127.0.0.1:8080"],
  ])("%o is %s", (environment, url) => {
    const address = serviceAddress({}, { ...data, ...environment });
    expect(address).toMatchObject({ url, isLocal: true, apiKey: "the-secret-of-this-machine" });
  });

  test("an address that is given counts for more", () => {
    const environment = { ...data, SERVICE_PORT: "9000", QUARRY_URL: "http://localhost:7000" };
    expect(serviceAddress({}, environment).url).toBe("http://localhost:7000");
    expect(serviceAddress({ url: "https://quarry.example" }, environment).url).toBe("https://quarry.example");
    expect(() => serviceAddress({ url: "quarry.example" }, environment)).toThrow("--url: must be");
  });
});

test("the secret of this machine's service goes to no other machine, and every key says what it is from", () => {
  const environment = { ...data, QUARRY_URL: "http://192.0.2.7:8080" };
  expect(serviceAddress({}, environment)).toMatchObject({ isLocal: false, apiKey: undefined, apiKeyFrom: undefined });
  expect(serviceAddress({}, data).apiKeyFrom).toBe(join(folder, "data", "api-secret"));
  expect(serviceAddress({}, { ...data, SERVICE_API_SECRET: "set" })).toMatchObject({
    apiKeyFrom: "SERVICE_API_SECRET",
  });
  expect(serviceAddress({}, { ...environment, QUARRY_API_KEY: "k" })).toMatchObject({
    apiKey: "k",
    apiKeyFrom: "QUARRY_API_KEY",
  });
  expect(serviceAddress({ apiKey: "o" }, environment)).toMatchObject({ apiKey: "o", apiKeyFrom: "--api-key" });
});
