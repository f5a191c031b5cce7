import { describe, expect, it } from "vitest";
import { queryTerms, searchTerms } from "./index.ts";
import { joinedNumber } from "./joined-number.ts";

describe("joinedNumber", () => {
  it.each([
    ["fy2018", "2018"],
    ["q4fy2018", "2018"],
    ["2018q4", "2018"],
    ["iso9001", "9001"],
    ["5000mg", "5000"],
    ["財2018", "2018"],
  ])("finds in %j the number %s", (term, number) => {
    expect(joinedNumber(term)).toBe(number);
  });

  it.each(["2018", "b12", "h2o", "fy22", "10-k", "a1b2c3d42018", "september2018", "2018fy2019", "~2018"])(
    "finds none in %j",
    (term) => {
      expect(joinedNumber(term)).toBeUndefined();
    },
  );
});

describe("what terms of queries count", () => {
  it("is the same for keywords and vectors", () => {
    for (const query of ["capex of 3M in FY2018", "Wie heißt die Hauptstadt?", "столица России", "北京大学"]) {
      expect([...searchTerms(query).terms]).toEqual([...queryTerms(query)]);
    }
  });

  it("has the number of a joined one beside it", () => {
    expect([...queryTerms("FY2018 and 2018")]).toEqual([
      ["fy2018", 1],
      ["2018", 2],
    ]);
  });

  it("is more for words and numbers than for grams, where there are grams", () => {
    const counts = queryTerms("Wie hieß die Stadt 1871");
    expect(counts.get("~stad")).toBe(1);
    expect(counts.get("stadt")).toBe(2.5);
    expect(counts.get("1871")).toBe(2.5);
    expect(queryTerms("the city in 1871").get("1871")).toBe(1);
  });
});
