import { describe, expect, test } from "vitest";
import { findSettings, type ServiceSetting } from "./find-settings.ts";

const setting = (variable: string, part: Partial<ServiceSetting> = {}): ServiceSetting => ({
  variable,
  description: "",
  expected: "a text",
  value: null,
  default_value: null,
  is_set: false,
  is_secret: false,
  ...part,
});

const all = [
  setting("SERVICE_PORT", { description: "Port to listen on.", value: "8080" }),
  setting("SERVICE_PARSE_TIMEOUT_SECONDS", { description: "Seconds that parsing may take.", is_set: true }),
  setting("SERVICE_WEBHOOK_DELIVERY_TIMEOUT", { description: "Seconds of a delivery." }),
];

const names = (search: string, onlySet = false) => findSettings(all, search, onlySet).map(({ variable }) => variable);

describe("findSettings", () => {
  test("matches words in any order and case, in names, descriptions and values", () => {
    expect(names("TIMEOUT parse")).toEqual(["SERVICE_PARSE_TIMEOUT_SECONDS"]);
    expect(names("listen")).toEqual(["SERVICE_PORT"]);
    expect(names("8080")).toEqual(["SERVICE_PORT"]);
    expect(names("  ")).toHaveLength(3);
    expect(names("nothing like it")).toEqual([]);
  });

  test("returns only settings that are set, if requested", () => {
    expect(names("", true)).toEqual(["SERVICE_PARSE_TIMEOUT_SECONDS"]);
    expect(names("port", true)).toEqual([]);
  });
});
