import { describe } from "vitest";
import { databaseHome } from "./support/index-home.ts";
import { passageIndexSuite } from "./support/passage-index-suite.ts";

describe("in a SQLite database", () => {
  passageIndexSuite(() => databaseHome());
});
