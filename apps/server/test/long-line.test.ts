import { countTokens } from "@quarry/text";
import { expect, test } from "vitest";
import { useServer } from "./harness/test-server.ts";

const server = useServer();

const MEGABYTE = 1_048_576;
const WORDS = "the lighthouse keeper writes down every ship that passes in the grey morning and counts them twice ";

/**
 * Memory that the service may use for any document: far below the file size times the number of copies in a naive
 * pipeline.
 */
const MAX_RESIDENT_BYTES = 900 * MEGABYTE;

test("a text of 50 MB in one line becomes ready, within bounded memory", async () => {
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

test("chunks of a line of 5 MB respect the token limit, and cover every character", async () => {
  await server.api.createCollection("lines", { chunk_size: 256, chunk_overlap: 32 });
  // Numbered, so that no part repeats another, with occasional long words that contain no space.
  let line = "";
  for (let count = 0; line.length < 5 * MEGABYTE; count += 1) {
    line += count % 50 === 0 ? `${"灯台守は船を数える。".repeat(9)}${"x".repeat(count % 900)} ` : `${count} ${WORDS}`;
  }
  line = line.trim();
  const document = await server.api.ingest({ collection: "lines", filename: "line.txt", bytes: line }, 280_000);
  expect(document.status).toBe("ready");
  // The parser begins a new paragraph now and then, which changes white space.
  const letters = line.replaceAll(/\s/g, "");
  let [start, covered] = [-1, 0];
  for (const { text } of await server.api.chunks("lines", document.id)) {
    expect(countTokens(text)).toBeLessThanOrEqual(256);
    const part = text.replaceAll(/\s/g, "");
    start = letters.indexOf(part, start + 1);
    expect(start).toBeGreaterThanOrEqual(0);
    expect(start).toBeLessThanOrEqual(covered);
    covered = start + part.length;
  }
  expect(covered).toBe(letters.length);
});
