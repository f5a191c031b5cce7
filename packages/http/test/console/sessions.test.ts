import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Authenticator } from "../../src/rpc/handler.ts";
import { SecretBox } from "@quarry/store";
import { Effect, Redacted } from "effect";
import { afterAll, expect, test } from "vitest";
import { Sessions } from "../../src/console/session/sessions.ts";

const directory = mkdtempSync(join(tmpdir(), "quarry-sessions-"));
afterAll(() => rmSync(directory, { recursive: true }));

const HOUR = 3_600_000;

const boxOf = (key: string) =>
  Effect.runSync(Effect.provide(SecretBox, SecretBox.layer({ directory, key: Redacted.make(key) })));

const newKey = (): string => randomBytes(32).toString("hex");

/** Accepts one key until it is revoked. */
class OneKey implements Authenticator {
  isRevoked = false;

  authenticate(authorization: string | undefined) {
    if (this.isRevoked || authorization !== "Bearer right") return undefined;
    return { name: "key:one", scope: "read", collections: undefined, accessFilter: undefined } as const;
  }
}

/** Ended sessions as one process knows them. */
const endedHere = () => {
  const ids = new Set<string>();
  return { has: (id: string) => ids.has(id), end: async (id: string) => void ids.add(id) };
};

interface Options {
  readonly box?: ReturnType<typeof boxOf>;
  readonly lifetimeMs?: number;
  readonly ended?: ReturnType<typeof endedHere>;
}

const opened = (options: Options = {}) => {
  const authenticator = new OneKey();
  const clock = { now: Date.parse("2026-01-01") };
  const sessions = new Sessions({
    authenticator,
    limited: authenticator,
    secretBox: options.box ?? boxOf(newKey()),
    ended: options.ended ?? endedHere(),
    lifetimeMs: options.lifetimeMs ?? 12 * HOUR,
    now: () => clock.now,
  });
  const { cookie } = sessions.open("right", false)!;
  return { sessions, authenticator, clock, cookie, header: cookie.split(";", 1)[0]! };
};

test("a wrong key opens no session", () => {
  expect(opened().sessions.open("wrong", false)).toBeUndefined();
});

test("the cookie is limited to the console's own requests and doesn't reveal the key", () => {
  const { cookie, sessions, header } = opened();
  expect(cookie).toMatch(/; Path=\/console; HttpOnly; SameSite=Strict; Max-Age=43200$/);
  expect(cookie).not.toContain("right");
  expect(sessions.read(header)?.principal.name).toBe("key:one");
  expect(sessions.read(`other=1; ${header}; more=2`)?.authorization).toBe("Bearer right");
});

test("a session expires after its lifetime and can't be renewed", () => {
  const { sessions, clock, header } = opened();
  clock.now += 12 * HOUR;
  expect(sessions.read(header)).toBeUndefined();
  expect(sessions.renew(header, false)).toBeUndefined();
});

test("a session in use can be renewed", () => {
  const { sessions, clock, header } = opened();
  expect(sessions.renew(header, false)).toBeUndefined();
  clock.now += 11 * HOUR;
  const renewed = sessions.renew(header, true)!;
  expect(renewed).toMatch(/; Secure$/);
  clock.now += 11 * HOUR;
  expect(sessions.read(header)).toBeUndefined();
  expect(sessions.read(renewed.split(";", 1)[0])).toBeDefined();
});

test("a revoked key ends its sessions immediately, open streams included", () => {
  const { sessions, authenticator, header } = opened();
  const session = sessions.read(header)!;
  expect(sessions.isOpen(session)).toBe(true);
  authenticator.isRevoked = true;
  expect(sessions.read(header)).toBeUndefined();
  expect(sessions.isOpen(session)).toBe(false);
});

test("signing out ends every cookie of the session, renewed and earlier ones, and no other session", async () => {
  const ended = endedHere();
  const { sessions, clock, header } = opened({ ended });
  const other = sessions.open("right", false)!.cookie.split(";", 1)[0]!;
  clock.now += 11 * HOUR;
  const renewed = sessions.renew(header, false)!.split(";", 1)[0]!;
  const session = sessions.read(header)!;
  await sessions.end(sessions.read(renewed)!);
  for (const cookie of [header, renewed]) {
    expect(sessions.read(cookie)).toBeUndefined();
    expect(sessions.renew(cookie, false)).toBeUndefined();
  }
  expect(sessions.isOpen(session)).toBe(false);
  expect(sessions.read(other)).toBeDefined();
});

test("processes with the same encryption key share sessions; others don't", () => {
  const key = newKey();
  const { header } = opened({ box: boxOf(key) });
  expect(opened({ box: boxOf(key) }).sessions.read(header)).toBeDefined();
  expect(opened().sessions.read(header)).toBeUndefined();
});

test.each(["", "quarry_session", "quarry_session=", "quarry_session=v1.x.y", "quarry_session=%00", "; ; ="])(
  "the cookie header %j opens no session and causes no error",
  (header) => {
    expect(opened().sessions.read(header)).toBeUndefined();
  },
);

test("a modified cookie opens no session", () => {
  const { sessions, header } = opened();
  for (let at = header.length - 4; at > header.length - 60; at -= 7) {
    const changed = header.slice(0, at) + (header[at] === "A" ? "B" : "A") + header.slice(at + 1);
    expect(sessions.read(changed)).toBeUndefined();
  }
});
