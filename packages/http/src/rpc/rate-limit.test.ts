import { expect, test } from "vitest";
import type { Authenticator } from "./handler.ts";
import { rateLimited } from "./rate-limit.ts";

/** Accepts every token and uses it as the caller's name. */
const everyone: Authenticator = {
  authenticate: (authorization) =>
    authorization === undefined
      ? undefined
      : { name: authorization, scope: "read", collections: undefined, accessFilter: undefined },
};

const limited = (perMinute: number) => {
  let now = 0;
  const authenticator = rateLimited(everyone, perMinute, () => now);
  return {
    pass: (milliseconds: number) => (now += milliseconds),
    call: (key: string | undefined) => authenticator.authenticate(key)?.name,
    charge: (key: string, requests: number) => authenticator.charge?.(authenticator.authenticate(key)!, requests),
  };
};

test("a key can spend a minute's requests, then regains one after its share of the minute", () => {
  const { call, pass } = limited(4);
  for (let count = 0; count < 4; count++) expect(call("a")).toBe("a");
  const refused = {
    code: "resource_exhausted",
    message: "Too many requests: at most 4 a minute with this key; try again in 15 s",
    retryAfterSeconds: 15,
  };
  expect(() => call("a")).toThrow(expect.objectContaining(refused));
  pass(14_999);
  expect(() => call("a")).toThrow(expect.objectContaining({ retryAfterSeconds: 1 }));
  pass(1);
  expect(call("a")).toBe("a");
  expect(() => call("a")).toThrow(expect.objectContaining({ retryAfterSeconds: 15 }));
});

test("keys are counted separately, unknown callers not at all", () => {
  const { call } = limited(1);
  expect(call("a")).toBe("a");
  expect(call("b")).toBe("b");
  expect(() => call("a")).toThrow("Too many requests");
  for (let count = 0; count < 3; count++) expect(call(undefined)).toBeUndefined();
});

test("a long pause saves up no more than a minute's requests", () => {
  const { call, pass } = limited(2);
  expect(call("a")).toBe("a");
  pass(3_600_000);
  expect([call("a"), call("a")]).toEqual(["a", "a"]);
  expect(() => call("a")).toThrow("Too many requests");
});

test("rejected requests don't count: the key is admitted after the stated wait", () => {
  const { call, pass } = limited(60);
  for (let count = 0; count < 60; count++) call("a");
  for (let count = 0; count < 100; count++) expect(() => call("a")).toThrow("try again in 1 s");
  pass(1_000);
  expect(call("a")).toBe("a");
});

test("0 means no limit", () => {
  const { call } = limited(0);
  for (let count = 0; count < 1_000; count++) expect(call("a")).toBe("a");
});

test("a call that counts as several is admitted with one request left, and its excess delays the next", () => {
  const { call, charge, pass } = limited(10);
  charge("a", 19);
  expect(() => call("a")).toThrow(expect.objectContaining({ retryAfterSeconds: 66 }));
  expect(call("b")).toBe("b");
  pass(65_999);
  expect(() => call("a")).toThrow("try again in 1 s");
  pass(1);
  expect(call("a")).toBe("a");
});
