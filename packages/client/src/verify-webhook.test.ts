import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { verifyWebhook } from "./verify-webhook.ts";

const SECRET = "whsec";
const BODY = '{"event":"document.ready","name":"Übersicht"}';
const signed = (body: string, secret = SECRET) => `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

test("accepts a body signed with the secret, as text and as bytes", async () => {
  expect(await verifyWebhook(BODY, signed(BODY), SECRET)).toBe(true);
  expect(await verifyWebhook(new TextEncoder().encode(BODY), signed(BODY), SECRET)).toBe(true);
});

test.each([
  ["a signature of another body", signed(`${BODY} `)],
  ["a signature with another secret", signed(BODY, "other")],
  ["an undefined signature", undefined],
  ["a missing header", null],
  ["a signature without its algorithm", signed(BODY).slice("sha256=".length)],
  ["a truncated signature", signed(BODY).slice(0, -2)],
  ["a signature with extra digits", `${signed(BODY)}00`],
  ["a signature that is not hexadecimal", `sha256=${"z".repeat(64)}`],
])("rejects %s", async (_what, signature) => {
  expect(await verifyWebhook(BODY, signature, SECRET)).toBe(false);
});

test("rejects every signature if the secret is empty", async () => {
  expect(await verifyWebhook(BODY, signed(BODY, ""), "")).toBe(false);
});
