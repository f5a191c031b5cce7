import { type QueryAnswer, type QueryResult, SEARCH_MODES } from "../api.ts";
import { isGoing, wasGone } from "./ledger.ts";
import { type Action, TEAMS, whileLives, type World } from "./world.ts";

const QUESTIONS = [
  "Which valve feeds the copper tunnel?",
  "the ledger of the winter orchard",
  "How long is the default chunk, and what is its overlap?",
  "password of the attic",
  "compass, lantern and signal",
];

interface Asked {
  readonly query: string;
  readonly search_mode: string;
  readonly top_k: number;
  readonly filters?: { readonly team: string };
}

const ask = ({ random }: World): Asked => ({
  query: random.pick(QUESTIONS),
  search_mode: random.pick(SEARCH_MODES),
  top_k: random.pick([1, 5, 20, 200]),
  ...(random.chance(0.5) && { filters: { team: random.pick(TEAMS) } }),
});

export const queryOne: Action = async (world) => {
  const collection = world.random.pick(world.ledger.live());
  const requested = ask(world);
  const json = { ...requested, ...(world.random.chance(0.1) && { expand: 1, explain: true }) };
  const path = `/v1/collections/${collection.name}/query`;
  const answer = await world.api.call<QueryAnswer>("POST", path, { json, expected: whileLives(collection, 200) });
  if (answer?.status === 200) checkResults(world, answer.body.results, requested, answer.sentAt);
};

export const queryMany: Action = async (world) => {
  const collections = world.ledger.live("steady").map(({ name }) => name);
  const requested = ask(world);
  const answer = await world.api.call<QueryAnswer>("POST", "/v1/query", { json: { ...requested, collections } });
  if (answer === undefined) return;
  checkResults(world, answer.body.results, requested, answer.sentAt, requested.top_k * collections.length);
};

export const queryBatch: Action = async (world) => {
  const { api, ledger, random, breach } = world;
  const requested = Array.from({ length: random.between(2, 10) }, () => ask(world));
  const queries = requested.map((one) => ({ ...one, collection: random.pick(ledger.live("steady")).name }));
  const answer = await api.call<{ results: readonly QueryAnswer[] }>("POST", "/v1/batch/query", { json: { queries } });
  if (answer === undefined) return;
  const { results } = answer.body;
  if (results.length !== requested.length) breach("batch query: wrong number of answers", `${results.length}`);
  for (const [index, one] of results.entries()) checkResults(world, one.results, requested[index]!, answer.sentAt);
};

/** Checks that a document observed ready is found by its unique token, also while it is reprocessed. */
export const queryToken: Action = async (world) => {
  const { api, ledger, random, breach } = world;
  const known = ledger.liveDocuments.filter(({ token, wasReady }) => token !== undefined && wasReady);
  if (known.length === 0) return;
  const document = random.pick(known);
  const { collection, team, token } = document;
  const requested = { query: token!, search_mode: "keyword", top_k: 10, filters: { team } };
  const path = `/v1/collections/${collection.name}/query`;
  const answer = await api.call<QueryAnswer>("POST", path, { json: requested, expected: whileLives(collection, 200) });
  if (answer?.status !== 200) return;
  const { results } = answer.body;
  checkResults(world, results, requested, answer.sentAt);
  const isFound = results.some(({ document_id, text }) => document_id === document.id && text.includes(token!));
  if (isFound || isGoing(document)) return;
  const reported = `${document.filename} (${document.id}) in ${collection.name}, reprocessed ${document.reprocessed} times`;
  breach("a ready document is not found by its word", reported);
};

/**
 * Checks that a response contains no deleted data, no duplicate and nothing excluded by the filter, and is sorted by
 * score.
 */
const checkResults = (
  { ledger, breach }: World,
  results: readonly QueryResult[],
  requested: Asked,
  sentAt: number,
  most = requested.top_k,
): void => {
  const example = JSON.stringify(requested);
  const seen = new Set<string>();
  let last = 1;
  for (const { id, document_id, score, metadata, collection } of results) {
    const resultKey = `${collection ?? ""}/${id}`;
    if (seen.has(resultKey)) breach("query: a result twice", `${resultKey} for ${example}`);
    seen.add(resultKey);
    const known = ledger.documents.get(document_id) ?? ledger.vectors.get(id);
    if (known !== undefined && wasGone(known, sentAt))
      breach("query: something deleted", `${resultKey} for ${example}`);
    if (score > last || score < 0) breach("query: scores out of order or bounds", `${score} after ${last}: ${example}`);
    last = score;
    if (requested.filters !== undefined && metadata["team"] !== requested.filters.team)
      breach("query: outside the filter", `${resultKey} has ${JSON.stringify(metadata["team"])}: ${example}`);
  }
  if (results.length > most) breach("query: more than top_k", `${results.length}: ${example}`);
};
