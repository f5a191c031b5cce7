import * as api from "@quarry/api";
import * as plugin from "@quarry/api/plugin";
import { expect, test } from "vitest";

const typeNames = (module: object): readonly string[] =>
  Object.values(module).flatMap((value: unknown) => {
    const { typeName } = (value ?? {}) as { readonly typeName?: unknown };
    return typeof typeName === "string" ? [typeName] : [];
  });

test("the main API entry exports no plugin protocol messages; the plugin entry does", () => {
  expect(typeNames(api).filter((name) => name.startsWith("quarry.plugin."))).toEqual([]);
  expect(typeNames(plugin)).toContain("quarry.plugin.v1.VectorStoreService");
});
