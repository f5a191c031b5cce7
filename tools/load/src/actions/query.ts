import { type LoadDocument, wasGone } from "../ledger.ts";
import { type QueryAnswer, type QueryResult, SEARCH_MODES } from "../resources.ts";
import { type Action, TEAMS, type World } from "../world.ts";
import { whileCollectionLives } from "./upload.ts";

const QUESTIONS = [
  "Which valve feeds the copper tunnel?",
  "the ledger of the winter orchard",
  "How long is the default chunk, and what is its overlap?",
  "password of the attic",
  "compass, lantern and signal",
];

const TOP_K = [1, 5, 20, 200];

interface Asked {
  readonly query: string;
  readonly search_mode: string;
  readonly top_k: number;
  readonly team: string | undefined;
}

export const queryOne: Action = async (world) => {
  const { api, ledger, random } = world;
  const collection = random.pick(ledger.liveCollections);
  const asked = ask(world);
  const answer = await api.call<QueryAnswer>("POST", `/v1/collections/${collection.name}/query`, {
    json: { ...bodyOf(asked), ...(random.chance(0.1) && { expand: 1, explain: true }) },
    expected: whileCollectionLives(collection, [200]),
  });
  if (answer?.status === 200) checkResults(world, answer.body.results, asked, answer.sentAt, asked.top_k);
};

export const queryMany: Action = async (world) => {
  const { api, ledger } = world;
  const collections = ledger.liveCollections.filter(({ kind }) => kind === "steady");
  const asked = ask(world);
  const json = { ...bodyOf(asked), collections: collections.map(({ name }) => name) };
  const answer = await api.call<QueryAnswer>("POST", "/v1/query", { json });
  if (answer !== undefined) {
    checkResults(world, answer.body.results, asked, answer.sentAt, asked.top_k * collections.length);
  }
};

export const queryBatch: Action = async (world) => {
  const { api, ledger, random, breaches } = world;
  const steady = ledger.liveCollections.filter(({ kind }) => kind === "steady");
  const asked = Array.from({ length: random.between(2, 10) }, () => ask(world));
  const json = { queries: asked.map((one) => ({ ...bodyOf(one), collection: random.pick(steady).name })) };
  const answer = await api.call<{ results: readonly QueryAnswer[] }>("POST", "/v1/batch/query", { json });
  if (answer === undefined) return;
  const { results } = answer.body;
  if (results.length !== asked.length) breaches.add("batch query: wrong number of answers", `${results.length}`);
  for (const [index, one] of results.entries()) {
    checkResults(world, one.results, asked[index]!, answer.sentAt, asked[index]!.top_k);
  }
};

/** A document that was seen ready is found by the word that only it holds, reprocessed or not. */
export const queryToken: Action = async (world) => {
  const { api, ledger, random, breaches } = world;
  const known = ledger.liveDocuments.filter(({ token, wasReady }) => token !== undefined && wasReady);
  if (known.length === 0) return;
  const document = random.pick(known);
  const { collection } = document;
  const asked = { query: document.token!, search_mode: "keyword", top_k: 10, team: document.team };
  const answer = await api.call<QueryAnswer>("POST", `/v1/collections/${collection.name}/query`, {
    json: bodyOf(asked),
    expected: whileCollectionLives(collection, [200]),
  });
  if (answer?.status !== 200) return;
  const { results } = answer.body;
  checkResults(world, results, asked, answer.sentAt, asked.top_k);
  const isFound = results.some(({ document_id, text }) => document_id === document.id && text.includes(asked.query));
  const isGoing = document.deletingSince !== undefined || collection.deletingSince !== undefined;
  if (!isFound && !isGoing) breaches.add("a ready document is not found by its word", describe(document));
};

const ask = ({ random }: World): Asked => ({
  query: random.pick(QUESTIONS),
  search_mode: random.pick(SEARCH_MODES),
  top_k: random.pick(TOP_K),
  team: random.chance(0.5) ? random.pick(TEAMS) : undefined,
});

const bodyOf = ({ query, search_mode, top_k, team }: Asked) => ({
  query,
  search_mode,
  top_k,
  ...(team !== undefined && { filters: { team } }),
});

const describe = ({ id, filename, collection, reprocessed }: LoadDocument): string =>
  `${filename} (${id}) in ${collection.name}, reprocessed ${reprocessed} times`;

/** What holds of every answer: nothing deleted, nothing twice, nothing that the filter excludes, best first. */
const checkResults = (
  { ledger, breaches }: World,
  results: readonly QueryResult[],
  asked: Asked,
  sentAt: number,
  most: number,
): void => {
  const example = JSON.stringify(asked);
  const seen = new Set<string>();
  let last = 1;
  for (const { id, document_id, score, metadata, collection } of results) {
    const place = `${collection ?? ""}/${id}`;
    if (seen.has(place)) breaches.add("query: a result twice", `${place} for ${example}`);
    seen.add(place);
    const known = ledger.documents.get(document_id) ?? ledger.vectors.get(id);
    if (known !== undefined && wasGone(known, sentAt))
      breaches.add("query: something deleted", `${place} for ${example}`);
    if (score > last || score < 0)
      breaches.add("query: scores out of order or bounds", `${score} after ${last}: ${example}`);
    last = score;
    if (asked.team !== undefined && metadata["team"] !== asked.team) {
      breaches.add("query: outside the filter", `${place} has ${JSON.stringify(metadata["team"])}: ${example}`);
    }
  }
  if (results.length > most) breaches.add("query: more than top_k", `${results.length}: ${example}`);
};
