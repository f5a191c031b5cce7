import { afterAll, describe, test } from "vitest";
import { checkLargeSearches } from "./support/check-large-searches.ts";
import { checkSearches } from "./support/check-searches.ts";
import { fileHome } from "./support/index-home.ts";
import { mariadbHomes } from "./support/mariadb-home.ts";
import { passageIndexSuite } from "./support/passage-index-suite.ts";
import { milvusWords, openSearchWords } from "./support/words-servers.ts";

const servers = [openSearchWords, milvusWords];
const homes = new Map(servers.map((words) => [words, mariadbHomes(words)]));
afterAll(() => Promise.all([...homes.values()].map((made) => made.drop())));

// On one of them: the stand-in for Milvus takes seconds for what a server does in a blink, and all of it takes minutes.
describe("in a database on MariaDB, with the words in OpenSearch", () => {
  passageIndexSuite(() => homes.get(openSearchWords)!.makeHome());
});

test.each(servers)(
  "whatever was written, files and MariaDB with $name give the same hits and scores, which are right",
  async (words) => {
    await using files = fileHome();
    await using database = await homes.get(words)!.makeHome();
    await checkSearches([files, database], Number(process.env["QUARRY_SEARCH_ROUNDS"] ?? 32));
  },
  7_200_000,
);

test("of thousands of passages, OpenSearch finds the same best ones as files, to the last bit", async () => {
  await using files = fileHome();
  await using database = await homes.get(openSearchWords)!.makeHome();
  await checkLargeSearches([files, database]);
});
