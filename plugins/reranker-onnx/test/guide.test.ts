import { readFileSync } from "node:fs";
import { Schema } from "effect";
import { expect, it } from "vitest";
import rerankerOnnx from "../src/index.ts";

const guide = readFileSync(new URL("../../../docs/guides/local-models.md", import.meta.url), "utf8");
const blocks = [...guide.matchAll(/```jsonc\n([\s\S]*?)```/g)].map(
  ([, text]) =>
    JSON.parse(text!.replaceAll(/,(\s*[}\]])/g, "$1")) as {
      readonly rerankers?: Record<string, { readonly plugin: string; readonly settings: unknown }>;
    },
);

it("the settings shown in the guide are valid", () => {
  const shown = blocks.flatMap(({ rerankers = {} }) => Object.values(rerankers));
  const models = shown.flatMap(({ settings }) => {
    const decoded = Schema.decodeUnknownSync(rerankerOnnx.settings, { onExcessProperty: "error" })(settings);
    return rerankerOnnx.capabilitiesFor?.(decoded).models;
  });
  expect(shown.map(({ plugin }) => plugin)).toEqual([rerankerOnnx.name]);
  expect(models).toEqual(["ms-marco-MiniLM-L6-v2"]);
});
