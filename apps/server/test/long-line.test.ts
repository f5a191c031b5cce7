import { expect, test } from "vitest";
import { useServer } from "./harness/test-server.ts";

const server = useServer();

const MEGABYTE = 1_048_576;
const WORDS = "the lighthouse keeper writes down every ship that passes in the grey morning and counts them twice ";

/** Memory that the service may take for any document: far below the file times what a naive pipeline holds of it. */
const MAX_RESIDENT_BYTES = 900 * MEGABYTE;

test("a text of 50 MB in one line is ready, in bounded memory", async () => {
  await server.api.createCollection("long");
  const needle = "the zanzibar needle lies exactly here ";
  const half = WORDS.repeat((25 * MEGABYTE) / WORDS.length);
  const bytes = half + needle + half;
  const document = await server.api.ingest({ collection: "long", filename: "line.txt", bytes }, 280_000);
  expect(document).toMatchObject({ status: "ready", file_size: bytes.length });
  const { results } = await server.api.query("long", { query: "zanzibar needle", search_mode: "keyword" });
  expect(results[0]?.text).toContain("zanzibar needle");
  expect(await server.current.process.peakResidentBytes()).toBeLessThan(MAX_RESIDENT_BYTES);
});
