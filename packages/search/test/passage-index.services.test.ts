import { addressOf, makeDatabase } from "@quarry/services";
import { Effect } from "effect";
import { afterAll, describe, expect, test } from "vitest";
import { checkLargeSearches } from "./support/check-large-searches.ts";
import { checkSearches } from "./support/check-searches.ts";
import { fileHome, openLayer, run } from "./support/index-home.ts";
import { mariadbHomes, mysqlLayer, nameOf } from "./support/mariadb-home.ts";
import { passageIndexSuite } from "./support/passage-index-suite.ts";
import { passageOf } from "./support/passage-of.ts";
import { milvusWords, openSearchWords } from "./support/words-servers.ts";

const servers = [openSearchWords, milvusWords];
const homes = new Map(servers.map((words) => [words, mariadbHomes(words)]));
afterAll(() => Promise.all([...homes.values()].map((made) => made.drop())));

// With one server only: the Milvus stand-in takes seconds for what a server does instantly, and the whole suite takes
// minutes.
describe("in a MariaDB database, with the terms in OpenSearch", () => {
  passageIndexSuite(() => homes.get(openSearchWords)!.makeHome());
});

test.each(servers)(
  "files and MariaDB with $name return the same, correct hits and scores for random writes",
  async (words) => {
    await using files = fileHome();
    await using database = await homes.get(words)!.makeHome();
    await checkSearches([files, database], Number(process.env["QUARRY_SEARCH_ROUNDS"] ?? 32));
  },
  7_200_000,
);

test("OpenSearch finds exactly the same best hits as files among thousands of passages", async () => {
  await using files = fileHome();
  await using database = await homes.get(openSearchWords)!.makeHome();
  await checkLargeSearches([files, database]);
});

test("moving terms from OpenSearch to Milvus and back leaves nothing in the previous store", async () => {
  const { url, drop } = await makeDatabase();
  const index = `${addressOf("opensearch")}/${nameOf(url)}-words`;
  interface Documents {
    readonly hits: { readonly hits: readonly { readonly _source: { readonly marker?: string } }[] };
  }
  /** Returns the number of documents of its terms, and the collections that some of them mark as created. */
  const inOpenSearch = async () => {
    await fetch(`${index}/_refresh`, { method: "POST" });
    const { hits } = ((await (await fetch(`${index}/_search?size=100`)).json()) as Documents).hits;
    return { documents: hits.length, collections: hits.flatMap(({ _source }) => _source.marker ?? []) };
  };
  const documents = async () => (await inOpenSearch()).documents;
  const answering = async (words: typeof openSearchWords, other: typeof openSearchWords) => {
    const opened = await openLayer(mysqlLayer(url, undefined, words, [other]));
    const found = async () => (await run(opened.index.keywordSearch("c", { query: "granite", topK: 50 }))).hits.length;
    return { ...opened, found };
  };
  try {
    const first = await answering(openSearchWords, milvusWords);
    await run(first.index.ensure("c"));
    await run(first.index.ensure("dropped"));
    const passages = Array.from({ length: 20 }, (_, number) => passageOf(number, "granite rock"));
    await run(first.index.put("c", passages));
    await run(first.index.put("dropped", passages.slice(0, 5)));
    await first.close();
    expect(await documents()).toBe(27);

    const second = await answering(milvusWords, openSearchWords);
    expect(await second.found()).toBe(20);
    await run(second.index.drop("dropped"));
    await expect.poll(documents, { timeout: 90_000, interval: 200 }).toBe(0);
    expect(await second.found()).toBe(20);
    await second.close();

    const third = await answering(openSearchWords, milvusWords);
    expect(await third.found()).toBe(20);
    const { documents: written, collections } = await inOpenSearch();
    expect([written, collections.length]).toEqual([21, 1]);
    const inMilvus = () =>
      run(
        Effect.scoped(
          Effect.flatMap(milvusWords.open(nameOf(url)), ({ terms }) => terms.count(collections[0]!, [["granit"]], [])),
        ).pipe(Effect.catch((error) => Effect.succeed(error.reason))),
      );
    await expect.poll(inMilvus, { timeout: 90_000, interval: 200 }).toBe("not_found");
    await run(third.index.drop("c"));
    await third.close();
  } finally {
    await drop();
    await openSearchWords.remove(nameOf(url));
  }
});
