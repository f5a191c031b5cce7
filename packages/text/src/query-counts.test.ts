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
    "finds no number in %j",
    (term) => {
      expect(joinedNumber(term)).toBeUndefined();
    },
  );
});

describe("the weight of query terms", () => {
  it("is the same for keywords and vectors", () => {
    for (const query of ["capex of 3M in FY2018", "Wie heißt die Hauptstadt?", "столица России", "北京大学"]) {
      expect([...searchTerms(query).terms]).toEqual([...queryTerms(query)]);
    }
  });

  it("includes the number in a joined word", () => {
    expect([...queryTerms("FY2018 and 2018")]).toEqual([
      ["fy2018", 1],
      ["2018", 2],
    ]);
  });

  it("is lower for filler words of an English question", () => {
    const counts = queryTerms("Please answer: which other pumps need oil?");
    expect([...counts]).toEqual([
      ["pleas", 0.25],
      ["answer", 0.25],
      ["other", 0.25],
      ["pump", 1],
      ["need", 0.25],
      ["oil", 1],
    ]);
    expect(queryTerms("getName").get("name")).toBe(1);
    expect(queryTerms("the name of getName").get("name")).toBe(1.25);
    // "See" is a lake.
    expect(queryTerms("Wie tief ist der See in der Stadt").get("see")).toBe(2.5);
  });

  it("is higher for words and numbers than for grams, if there are grams", () => {
    const counts = queryTerms("Wie hieß die Stadt 1871");
    expect(counts.get("~stad")).toBe(1);
    expect(counts.get("stadt")).toBe(2.5);
    expect(counts.get("1871")).toBe(2.5);
    expect(queryTerms("the city in 1871").get("1871")).toBe(1);
  });
});
