import { expect, test } from "vitest";
import { documentsPath } from "../harness/api.ts";
import type { Document } from "../harness/resources.ts";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";
import { blocksOf } from "./blocks.ts";

const server = useSharedServer();

test("the guide's filter selects the documents that it describes", async () => {
  await server.api.createCollection("filters");
  const matching = { year: 2024, tags: ["valve"], owner: { team: "cooling" } };
  const others = [
    { ...matching, year: 2019 },
    { ...matching, tags: ["motor"] },
    { year: 2024, tags: ["pump"] },
  ];
  for (const [index, metadata] of [matching, ...others].entries()) {
    await server.api.ingest({ collection: "filters", filename: `${index}.txt`, bytes: "A pump.", metadata });
  }
  const filter = blocksOf("guides/filters.md").find(({ language }) => language === "json");
  const path = `${documentsPath("filters")}?filters=${encodeURIComponent(filter!.code)}`;
  const { documents } = await server.api.expect<{ documents: Document[] }>(200, "GET", path);
  expect(documents.map(({ filename }) => filename)).toEqual(["0.txt"]);
});
