import { Redacted } from "effect";
import { describe, expect, test } from "vitest";
import { hideTexts } from "./hide-texts.ts";
import { redact, secretTexts } from "./redact.ts";

const SECRET = "sk-planted/4f9a+2b7c";

describe("redact", () => {
  test("hides only values that are declared or named as secrets", () => {
    const value = {
      apiKey: Redacted.make(SECRET),
      headers: { Authorization: SECRET, "x-api-key": SECRET, accept: "text/plain" },
      tokens: [SECRET],
      key: SECRET,
      pwd: SECRET,
      maxTokens: 8_000,
      credential: "required",
      keywords: "birds",
    };
    expect(redact(value)).toEqual({
      apiKey: "<hidden>",
      headers: { Authorization: "<hidden>", "x-api-key": "<hidden>", accept: "text/plain" },
      tokens: ["<hidden>"],
      key: "<hidden>",
      pwd: "<hidden>",
      maxTokens: 8_000,
      credential: "required",
      keywords: "birds",
    });
    expect(new Set(secretTexts(value))).toEqual(new Set([SECRET]));
  });

  test.each([
    ["https://me:planted@host/path", "https://me:hidden@host/path"],
    ["https://planted@host/", "https://hidden@host/"],
    ["https://host/?api_key=planted&page=2", "https://host/?api_key=hidden&page=2"],
    ["https://host/path?page=2", "https://host/path?page=2"],
    ["a: text, no address", "a: text, no address"],
  ])("hides only the secret of an address: %s", (address, shown) => {
    expect(redact({ baseUrl: address })).toEqual({ baseUrl: shown });
    expect(secretTexts({ baseUrl: address })).toEqual(address === shown ? [] : ["planted"]);
  });

  test.each([
    ["redis://me:planted@one:1,redis://me:planted@two:2", "redis://me:hidden@one:1,redis://me:hidden@two:2"],
    ["https://one,https://me:planted@two", "https://one,https://me:hidden@two"],
    ["jdbc:postgresql://me:planted@host/files", "jdbc:postgresql://me:hidden@host/files"],
    ["https://me:plan/ted@host", "https://me:hidden@host"],
    ["https://me:plan@ted@host", "https://me:hidden@host"],
    ["use https://me:planted@host, please", "use https://me:hidden@host, please"],
  ])("hides secrets of addresses inside a text: %s", (text, shown) => {
    expect(redact({ servers: text })).toEqual({ servers: shown });
    expect(secretTexts({ servers: text }).join()).toMatch(/plan.?ted/);
  });

  test("secretTexts returns a secret decoded as well as in its URL spelling", () => {
    expect(secretTexts({ baseUrl: "https://me:p%40nted@host/" })).toEqual(["p%40nted", "p@nted"]);
    expect(secretTexts({ baseUrl: "https://me:100%sure@host/" })).toEqual(["100%sure"]);
  });

  test("handles URL and Date objects and cyclic values", () => {
    const own: Record<string, unknown> = { url: new URL("https://me:planted@host/"), since: new Date(0) };
    own["self"] = own;
    const shown = JSON.stringify(redact(own));
    expect(shown).toContain("https://me:hidden@host/");
    expect(shown).toContain("1970-01-01");
    expect(shown).not.toContain("planted");
  });
});

describe("hideTexts", () => {
  test("hides secrets in plain, URL-encoded and base64 form", () => {
    const base64 = Buffer.from(SECRET).toString("base64");
    const message = `refused ${SECRET}, ${encodeURIComponent(SECRET)} and ${base64} by host`;
    expect(hideTexts(message, [SECRET])).toBe("refused <hidden>, <hidden> and <hidden> by host");
  });

  test("hides a secret that contains another one completely", () => {
    expect(hideTexts("used planted-and-more", ["planted", "planted-and-more"])).toBe("used <hidden>");
  });

  test("hides a whole message that contains a very short secret", () => {
    expect(hideTexts("a cat sat", ["cat"])).toBe("<hidden>");
    expect(hideTexts("a dog sat", ["cat", ""])).toBe("a dog sat");
  });
});
