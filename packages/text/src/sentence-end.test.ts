import { describe, expect, it } from "vitest";
import { sentenceEnd } from "./sentence-end.ts";

function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (let from = 0; from < text.length;) {
    const to = sentenceEnd(text, from);
    sentences.push(text.slice(from, to).trim());
    from = to;
  }
  return sentences;
}

describe("sentenceEnd", () => {
  it.each([
    ["One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]],
    [
      "Dr. J. Smith met Mrs. Jones, e.g. at 3.5 m. They left.",
      ["Dr. J. Smith met Mrs. Jones, e.g. at 3.5 m.", "They left."],
    ],
    ['He said "Stop." Then (so they say.) he left.', ['He said "Stop."', "Then (so they say.) he left."]],
    ["all lower case. the second one, approx. half.", ["all lower case.", "the second one, approx. half."]],
    ["第一句。第二句！“第三句？”完", ["第一句。", "第二句！", "“第三句？”", "完"]],
    ["यह पहला है। यह दूसरा है।", ["यह पहला है।", "यह दूसरा है।"]],
    ["a hard\nwrapped line\n\nnext paragraph\n- item", ["a hard\nwrapped line", "next paragraph", "- item"]],
    ["See example.com/a.b for 1.5.", ["See example.com/a.b for 1.5."]],
  ])("splits %j into sentences", (text, expected) => {
    expect(sentencesOf(text)).toEqual(expected);
  });
});
