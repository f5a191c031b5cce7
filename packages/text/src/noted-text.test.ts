import { describe, expect, it } from "vitest";
import { NotedText } from "./noted-text.ts";

const read = (...segments: readonly (string | readonly [raised: string])[]): string => {
  const text = new NotedText();
  for (const segment of segments) {
    if (typeof segment === "string") text.append(segment);
    else {
      text.raise();
      text.append(segment[0]);
      text.lower();
    }
  }
  return text.take();
};

describe("NotedText", () => {
  it("separates note marks from the words before them and leaves other raised text unchanged", () => {
    expect(read("The directive", ["12"], " applies to vessels", ["3"], ".")).toBe(
      "The directive [12] applies to vessels [3].",
    );
    expect(read("12 m", ["2"], " and 10", ["3"], ", the 1", ["st"], ".")).toBe("12 m2 and 103, the 1st.");
    expect(read("caf", "é", ["7"])).toBe("café [7]");
    expect(read(`${"long ".repeat(100)}text`, ["7"], ["8"], " end")).toContain("text [7] [8] end");
    expect(read("text", ["7"], [","], ["8"])).toBe("text [7], [8]");
  });

  it("is empty after its text was taken, also within a raised part", () => {
    const text = new NotedText();
    text.append("word");
    text.raise();
    text.append("1");
    expect(text.length).toBe(5);
    expect(text.take()).toBe("word [1]");
    expect(text.take()).toBe("");
    text.raise();
    text.append("2");
    text.lower();
    expect(text.take()).toBe("2");
  });
});
