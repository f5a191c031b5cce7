import { test } from "vitest";
import { checkSearches } from "./support/check-searches.ts";
import { databaseHome, fileHome } from "./support/index-home.ts";

test("whatever was written, files and a database give the same hits and scores, which are right", async () => {
  await using files = fileHome();
  await using database = databaseHome();
  await checkSearches([files, database], Number(process.env["QUARRY_SEARCH_ROUNDS"] ?? 32));
}, 180_000);
