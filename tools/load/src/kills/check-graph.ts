import { setTimeout as pause } from "node:timers/promises";
import type { QueryAnswer, QueryResult } from "../api.ts";
import { graphOnDisk } from "./disk.ts";
import type { KnownChunk } from "./ledger.ts";
import { COMMON_WORD, type KillWorld, LEARNING, NEAR, pick, WORDS } from "./world.ts";

/** Maximum of the contract. */
const QUERIES_PER_BATCH = 20;
/** Number of nearest vectors among which a deleted vector is searched. */
const NEAREST_TO_GONE = 10;
const GONE_LOOKED_UP = 60;
/** Number of entries checked in the collection with training, whose embedder is slow. */
const LEARNED_LOOKED_UP = 60;
/**
 * Rank within which a semantic search must find a text: the embedder of the collection with training may rank another
 * text first.
 */
const NEAREST_BY_MEANING = 3;
/** Number of results of a graph search, which returns at most 200; larger requests scan all vectors. */
const WALKED = 100;
const ALL = 1_000;
const RECALL_QUERIES = 5;
const LEAST_RECALL = 0.98;
/** Minimum share of the acknowledged vectors in the graph's file when it is up to date. */
const STORED_SHARE = 0.8;
/** A tenth of a second is enough if the processor is idle. */
const BUILT_WITHIN_MS = 300_000;
const SAME_SCORE = 1e-9;

/**
 * Checks the collections with an HNSW graph: acknowledged entries are found by their own vectors, deleted ones are not,
 * and graph search returns the same results as a full scan, with the same scores.
 */
export const checkGraph = async (world: KillWorld, nearId: string): Promise<void> => {
  await untilBuilt(world, nearId);
  await findOwn(world, NEAR, promisedIn(world, NEAR), 1);
  await findOwn(
    world,
    LEARNING,
    pick(world.random, promisedIn(world, LEARNING), LEARNED_LOOKED_UP),
    NEAREST_BY_MEANING,
  );
  await missGone(world);
  await compareWithAll(world);
};

/** A process may have started without a graph if the previous one was killed early. */
const untilBuilt = async ({ api, data, ledger, breach }: KillWorld, nearId: string): Promise<void> => {
  const promised = ledger.promisedVectors(NEAR).length;
  const deadline = performance.now() + BUILT_WITHIN_MS;
  for (; graphOnDisk(data, nearId).rows < promised * STORED_SHARE; await pause(20)) {
    if (performance.now() > deadline) return breach("no graph is built", `${promised} vectors are there`);
    // Only a search starts the construction.
    const json = { query: COMMON_WORD, search_mode: "semantic", top_k: 1 };
    await api.call("POST", `/v1/collections/${NEAR}/query`, { json });
  }
};

const promisedIn = ({ ledger }: KillWorld, collection: string): readonly KnownChunk[] => [
  ...ledger.livingDocuments(collection).flatMap(({ chunks }) => chunks ?? []),
  ...ledger.promisedVectors(collection).map(({ id, promised: { text } }) => ({ id, text })),
];

/** Searches for acknowledged texts by the texts themselves. */
const findOwn = async (world: KillWorld, collection: string, promised: readonly KnownChunk[], top_k: number) => {
  const requested = promised.map(({ text }) => ({ collection, query: text, top_k }));
  const answers = await askAll(world, requested);
  for (const [index, { id, text }] of promised.entries()) {
    const results = answers?.[index];
    if (results === undefined) continue;
    world.findings.ownFound += 1;
    if (results.some((result) => result.id === id)) continue;
    const all = (await askAll(world, [{ collection, query: text, top_k: ALL }]))?.[0] ?? [];
    const position = all.findIndex((result) => result.id === id);
    const exactly = position < 0 ? "does not find it" : `has it at place ${position + 1} (${all[position]!.score})`;
    const found = results.map((result) => `${result.id} (${result.score})`);
    world.breach(
      "something promised is not found by its own vector",
      `${collection}: ${id}, but ${found}; a look at all ${exactly}: ${text}`,
    );
  }
};

const missGone = async (world: KillWorld): Promise<void> => {
  const gone = world.ledger.gone.filter(({ collection }) => collection === NEAR);
  const picked = pick(world.random, gone, GONE_LOOKED_UP);
  const requested = picked.map(({ token }) => ({
    ...{ collection: NEAR, query: `the password ${token}`, top_k: NEAREST_TO_GONE },
  }));
  const answers = await askAll(world, requested);
  for (const [index, { token }] of picked.entries()) {
    const there = answers?.[index]?.find(({ text }) => text.includes(token));
    if (there !== undefined) world.breach("something deleted is found by its own vector", `${there.id}: ${token}`);
  }
};

/** Runs the same queries with two result limits: one that uses the graph and one that scans all vectors. */
const compareWithAll = async (world: KillWorld): Promise<void> => {
  const { random, breach, findings } = world;
  let sum = 0;
  for (let count = 0; count < RECALL_QUERIES; count += 1) {
    const query = `${COMMON_WORD} ${random.pick(WORDS)} ${random.word()}`;
    const walked = (await askAll(world, [{ collection: NEAR, query, top_k: WALKED }]))?.[0];
    const all = (await askAll(world, [{ collection: NEAR, query, top_k: ALL }]))?.[0];
    if (walked === undefined || all === undefined) return;
    const scores = new Map(all.map(({ id, score }) => [id, score]));
    for (const { id, score } of walked)
      if (Math.abs(score - (scores.get(id) ?? score)) > SAME_SCORE)
        breach("a walk gives another score", `${id}: ${score}`);
    const lowest = all[WALKED - 1]!.score - SAME_SCORE;
    sum += walked.filter(({ score }) => score >= lowest).length / WALKED;
  }
  const recall = sum / RECALL_QUERIES;
  findings.recalls.push(recall);
  if (recall < LEAST_RECALL) breach("the graph misses too much", `${recall} of the nearest ${WALKED}`);
};

interface Asked {
  readonly collection: string;
  readonly query: string;
  readonly top_k: number;
}

/** Returns the results of semantic queries, in their order; empty if a query was not answered. */
const askAll = async ({ api }: KillWorld, requested: readonly Asked[]) => {
  const results: (readonly QueryResult[])[] = [];
  for (let start = 0; start < requested.length; start += QUERIES_PER_BATCH) {
    const queries = requested
      .slice(start, start + QUERIES_PER_BATCH)
      .map((one) => ({ ...one, search_mode: "semantic" }));
    const json = { queries };
    const answer = await api.body<{ results: readonly QueryAnswer[] }>("POST", "/v1/batch/query", { json });
    if (answer === undefined) return undefined;
    results.push(...answer.results.map((one) => one.results));
  }
  return results;
};
