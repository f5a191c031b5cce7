import { afterAll, describe, test } from "vitest";
import { checkLargeSearches } from "./support/check-large-searches.ts";
import { checkSearches } from "./support/check-searches.ts";
import { fileHome } from "./support/index-home.ts";
import { mariadbHomes } from "./support/mariadb-home.ts";
import { passageIndexSuite } from "./support/passage-index-suite.ts";

const mariadb = mariadbHomes();
afterAll(mariadb.drop);

describe("in a database on MariaDB, with the words in OpenSearch", () => {
  passageIndexSuite(() => mariadb.makeHome());
});

test("whatever was written, files and MariaDB with OpenSearch give the same hits and scores, which are right", async () => {
  await using files = fileHome();
  await using database = await mariadb.makeHome();
  await checkSearches([files, database], Number(process.env["QUARRY_SEARCH_ROUNDS"] ?? 30));
}, 3_600_000);

test("of thousands of passages, OpenSearch finds the same best ones as files, to the last bit", async () => {
  await using files = fileHome();
  await using database = await mariadb.makeHome();
  await checkLargeSearches([files, database]);
});
