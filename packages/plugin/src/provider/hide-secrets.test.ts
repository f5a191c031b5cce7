import { describe, expect, test } from "vitest";
import { hideSecrets } from "./hide-secrets.ts";

const KEY = 'sk-"planted"+key/0123456789';

describe("hideSecrets", () => {
  test.each([
    ["the key", KEY],
    ["the key in a URL", encodeURIComponent(KEY)],
    ["the key in JSON", JSON.stringify(KEY)],
    ["the key in base64", Buffer.from(KEY).toString("base64")],
    ["a bearer token of someone else", "Bearer abcdefghijkl"],
    ["a key that the provider masked", "sk-abcd****************6789"],
  ])("hides %s", (_, text) => {
    const shown = hideSecrets(`it said ${text} and failed`, [KEY]);
    expect(shown).toContain("[hidden]");
    expect(shown).toMatch(/^it said .* and failed$/);
    for (const part of ["planted", "abcdefgh", "0123456789", "6789", Buffer.from(KEY).toString("base64")])
      expect(shown).not.toContain(part);
  });

  test("returns nothing when the key is too short to remove", () =>
    expect(hideSecrets("the key is ab", ["ab"])).toBeUndefined());

  test("leaves a message without secrets unchanged", () =>
    expect(hideSecrets("model 'x' not found: 2 * 3", [KEY, ""])).toBe("model 'x' not found: 2 * 3"));
});
