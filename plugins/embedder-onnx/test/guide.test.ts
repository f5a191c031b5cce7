import { readFileSync } from "node:fs";
import { Schema } from "effect";
import { expect, it } from "vitest";
import embedderOnnx from "../src/index.ts";

const guide = readFileSync(new URL("../../../docs/guides/local-models.md", import.meta.url), "utf8");
const blocks = [...guide.matchAll(/```jsonc\n([\s\S]*?)```/g)].map(
  ([, text]) =>
    JSON.parse(text!.replaceAll(/,(\s*[}\]])/g, "$1")) as {
      readonly embedders?: Record<string, { readonly plugin: string; readonly settings: unknown }>;
    },
);

it("the settings shown in the guide are valid", () => {
  const shown = blocks.flatMap(({ embedders = {} }) => Object.values(embedders));
  const models = shown.map(({ settings }) => {
    const decoded = Schema.decodeUnknownSync(embedderOnnx.settings, { onExcessProperty: "error" })(settings);
    return embedderOnnx.capabilitiesFor?.(decoded).models[0]?.name;
  });
  expect(shown.map(({ plugin }) => plugin)).toEqual(shown.map(() => embedderOnnx.name));
  expect(models).toEqual(["Xenova/all-MiniLM-L6-v2", "multilingual-e5-small"]);
});
