import { expect, test } from "vitest";
import { unknownSettings } from "./unknown-settings.ts";

test.each([
  ["SERVICE_PROT", "SERVICE_PORT"],
  ["SERVICE_DATABSE_URL", "SERVICE_DATABASE_URL"],
  ["SERVICE_RATE_LIMIT_PER_MINUTES", "SERVICE_RATE_LIMIT_PER_MINUTE"],
  ["SERVICE_LOGLEVEL", "SERVICE_LOG_LEVEL"],
  ["service_port", "SERVICE_PORT"],
])("%s is reported with the suggestion %s", (name, suggestion) => {
  expect(unknownSettings({ [name]: "hunter2", SERVICE_HOST: "::1", PATH: "/bin" })).toEqual([
    `${name}: is not a setting and is ignored; did you mean ${suggestion}?`,
  ]);
});

test("a name without a similar setting is reported without suggestion; empty and other variables are ignored", () => {
  const environment = { SERVICE_WEATHER_REPORTS: "x", SERVICE_PROT: "", QUARRY_PORT: "1", SERVICE_PORT: "2" };
  expect(unknownSettings(environment)).toEqual(["SERVICE_WEATHER_REPORTS: is not a setting and is ignored"]);
});
