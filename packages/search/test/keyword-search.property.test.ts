import { test } from "vitest";
import { checkSearches } from "./support/check-searches.ts";
import { databaseHome, fileHome } from "./support/index-home.ts";

test("files and a database return the same, correct hits and scores for random writes", async () => {
  await using files = fileHome();
  await using database = databaseHome();
  await checkSearches([files, database], Number(process.env["QUARRY_SEARCH_ROUNDS"] ?? 32));
}, 180_000);
