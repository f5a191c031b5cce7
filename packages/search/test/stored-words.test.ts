import { describe } from "vitest";
import { wordsHome } from "./support/index-home.ts";
import { passageIndexSuite } from "./support/passage-index-suite.ts";

describe("in a database on SQLite, with the words in a store", () => {
  passageIndexSuite(() => wordsHome());
});
