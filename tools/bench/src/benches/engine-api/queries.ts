import { randomFrom } from "../../data/random.ts";
import { QuarryClient } from "../../load/quarry-client.ts";
import type { DirectStore } from "../../processes/direct-store.ts";
import type { QuarryServer } from "../../processes/quarry-server.ts";
import { COLLECTION, type Library, TOP_K } from "./library.ts";

const QUERIES = 200;
/** Every so many queries one is a question, most of whose words are everywhere. */
const QUESTION_EVERY = 4;
const QUESTION_WORDS = 9;

export const MODES = ["semantic", "keyword", "hybrid"] as const;
export type Mode = (typeof MODES)[number];

/** A query as it is sent in each mode, and the vector that the service makes of it. */
export interface Query {
  readonly text: string;
  readonly requests: Readonly<Record<Mode, Buffer>>;
  readonly vector: Float32Array;
}

export interface Answer {
  readonly results: readonly { readonly id: string }[];
}

export const QUERY_PATH = `/v1/collections/${COLLECTION}/query`;

/** What somebody would ask who knows the subjects of the library. */
export const makeQueries = async (
  { passages }: Library,
  quarry: QuarryServer,
  direct: DirectStore,
): Promise<readonly Query[]> => {
  using client = await QuarryClient.open(quarry);
  const random = randomFrom(41);
  const queries: Query[] = [];
  for (let index = 0; index < QUERIES; index += 1) {
    const subject = Math.floor(random() * QUERIES * 5);
    const text =
      index % QUESTION_EVERY === 0
        ? passages.question(subject, QUESTION_WORDS, random)
        : passages.keywords(subject, 2 + (index % 3), random);
    const requestFor = (mode: Mode) =>
      client.prepare("POST", QUERY_PATH, { query: text, top_k: TOP_K, search_mode: mode });
    const requests = { semantic: requestFor("semantic"), keyword: requestFor("keyword"), hybrid: requestFor("hybrid") };
    const vector = await direct.embed(text);
    await checkSameHits(client, direct, requests.semantic, vector);
    queries.push({ text, requests, vector });
  }
  return queries;
};

/** Times of different work would say nothing. */
const checkSameHits = async (
  client: QuarryClient,
  direct: DirectStore,
  request: Buffer,
  vector: Float32Array,
): Promise<void> => {
  const answer = JSON.parse((await client.connection.fetch(request)).body.toString()) as Answer;
  const got = answer.results.map(({ id }) => id).join(" ");
  const expected = (await direct.search(vector, TOP_K)).join(" ");
  if (got !== expected) throw new Error(`the service and the store differ: ${got} and ${expected}`);
};
