import { test } from "vitest";
import { checkSearches } from "./support/check-searches.ts";
import { databaseHome, fileHome, wordsHome } from "./support/index-home.ts";

test("whatever was written, files and a database give the same hits and scores, which are right", async () => {
  await using files = fileHome();
  await using database = databaseHome();
  // Hardly anything is kept, and what was merged is removed at once.
  await using forgetful = databaseHome({ cacheMegabytes: 0.001, mergedGraceMs: 0 });
  await using words = wordsHome();
  await checkSearches([files, database, forgetful, words], Number(process.env["QUARRY_SEARCH_ROUNDS"] ?? 40));
}, 180_000);
