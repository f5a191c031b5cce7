import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { verifyWebhook } from "./verify-webhook.ts";

const SECRET = "whsec";
const BODY = '{"event":"document.ready","name":"Übersicht"}';
const signed = (body: string, secret = SECRET) => `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

test("takes what the secret's holder signed, as text and as bytes", async () => {
  expect(await verifyWebhook(BODY, signed(BODY), SECRET)).toBe(true);
  expect(await verifyWebhook(new TextEncoder().encode(BODY), signed(BODY), SECRET)).toBe(true);
});

test.each([
  ["another body", signed(`${BODY} `)],
  ["another secret", signed(BODY, "other")],
  ["nothing", undefined],
  ["no header", null],
  ["no algorithm", signed(BODY).slice("sha256=".length)],
  ["a part of it", signed(BODY).slice(0, -2)],
  ["more than it", `${signed(BODY)}00`],
  ["no hex", `sha256=${"z".repeat(64)}`],
])("refuses %s", async (_what, signature) => {
  expect(await verifyWebhook(BODY, signature, SECRET)).toBe(false);
});

test("refuses everything while there is no secret", async () => {
  expect(await verifyWebhook(BODY, signed(BODY, ""), "")).toBe(false);
});
