import { expect, test } from "vitest";
import { Random } from "../harness/random.ts";
import { useServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { exported, imported } from "../transfer/archive.ts";

const server = useServer();

/** Two names that no dictionary contains. They never occur in the same text, but occur with the same words. */
const COMPANY = ["engine", "wheel", "brake", "gearbox", "steering", "fuel", "tyre", "clutch", "exhaust", "piston"];
const CONCERT = ["violin", "oboe", "overture", "conductor", "rehearsal", "sonata", "cello", "quartet", "flute", "aria"];

const random = new Random(7);

/** Returns paragraphs, each of which becomes a chunk, as a document: a third of the subject's words, repeated. */
const texts = (subject: string, words: readonly string[], count: number) =>
  Array.from({ length: count }, () => {
    const drawn = [random.pick(words), random.pick(words), random.pick(words)].join(" ");
    return `${subject} ${drawn}, `.repeat(9);
  }).join("\n\n");

const upload = (collection: string, subject: string, words: readonly string[], count: number) =>
  server.api.ingest({ collection, filename: `${subject}.txt`, bytes: texts(subject, words, count) });

const open = (name: string) => server.api.createCollection(name, { chunk_size: 64, chunk_overlap: 0 });

/**
 * Returns the difference between the mean score of the query "brumetta" on texts of its own subject and on texts about
 * concerts.
 */
const related = async (collection: string) => {
  const mean = async (filename: string) => {
    const body = { query: "brumetta", search_mode: "semantic", top_k: 100, filters: { filename } };
    const { results } = await server.api.query(collection, body);
    return results.reduce((sum, { score }) => sum + score, 0) / results.length;
  };
  return (await mean("tolvanix.txt")) - (await mean("concert.txt"));
};

const RELATED = 0.03;
const untilLearned = (collection: string) =>
  until("related words to be found", async () => ((await related(collection)) > RELATED ? true : undefined));

test("a collection returns results before training, and finds related words once it is large enough", async () => {
  await open("library");
  const brumetta = await upload("library", "brumetta", COMPANY, 60);
  await upload("library", "tolvanix", COMPANY, 60);
  await upload("library", "concert", CONCERT, 60);
  const { results } = await server.api.query("library", { query: "brumetta", search_mode: "semantic", top_k: 10 });
  expect(new Set(results.map(({ document_id }) => document_id))).toEqual(new Set([brumetta.id]));
  expect(await related("library")).toBeLessThan(RELATED);
  await server.api.ingest({ collection: "library", filename: "more.txt", bytes: texts("brumetta", COMPANY, 60) });
  await untilLearned("library");
});

test("a trained model survives a kill, and interrupted training is completed after the next start", async () => {
  const before = await related("library");
  await server.current.kill();
  await server.current.startAgain();
  expect(await related("library")).toBeCloseTo(before, 6);
  await open("cut_off");
  await upload("cut_off", "brumetta", COMPANY, 100);
  await upload("cut_off", "concert", CONCERT, 60);
  await upload("cut_off", "tolvanix", COMPANY, 60);
  await server.current.kill();
  await server.current.startAgain();
  await untilLearned("cut_off");
});

test("a new collection of the same name starts untrained, and one deleted during training is gone", async () => {
  await server.api.deleteCollection("library");
  await open("library");
  await upload("library", "tolvanix", COMPANY, 60);
  await upload("library", "concert", CONCERT, 60);
  expect(await related("library")).toBeLessThan(RELATED);
  await upload("library", "brumetta", COMPANY, 120);
  await server.api.deleteCollection("library");
  const gone = await server.api.call("POST", "/v1/collections/library/query", { json: { query: "brumetta" } });
  expect(gone.status).toBe(404);
});

test("an exported collection is trained again after its import", async () => {
  await imported(server.api, "imported", await exported(server.api, "cut_off"), "?new_ids=true");
  await untilLearned("imported");
});
