import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Answer, Failure } from "../harness/api.ts";
import { useServer } from "../harness/test-server.ts";
import { axe } from "./axe.ts";
import { useBrowser } from "./browser.ts";
import { fits } from "./fits.ts";
import { keptByPage } from "./page-state.ts";
import { makeKey } from "./make-key.ts";
import { screenshot } from "./screenshot.ts";

const server = useServer();
const browser = useBrowser(server);

/** Problems that a page may report once its session is over. */
const REFUSED = [/^status 401: /];

const signIn = async (page: Page, key: string): Promise<void> => {
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Sign in" }).click();
};

const goTo = (page: Page, name: string): Promise<void> =>
  page.getByRole("navigation").getByRole("link", { name }).click();

const isAt = (page: Page, heading: string): Promise<void> =>
  page.getByRole("heading", { level: 1, name: heading }).waitFor();

const sessionCookie = async (page: Page) =>
  (await page.context().cookies(`${server.api.address}/console`)).find(({ name }) => name === "quarry_session");

test("the API secret signs in, and appears neither in the page nor in any response", async () => {
  const page = await browser.open("/console", { key: null });
  const answers: Promise<string>[] = [];
  page.on("response", (response) => {
    const headers = response.allHeaders().then((all) => JSON.stringify(all));
    answers.push(headers, response.request().url().includes("live") ? headers : response.text().catch(() => ""));
  });
  await isAt(page, "Sign in");
  await signIn(page, server.current.secret);
  await isAt(page, "Overview");
  await goTo(page, "Collections");
  await isAt(page, "Collections");
  expect(await keptByPage(page)).not.toContain(server.current.secret);
  const read = await Promise.all(answers);
  // Guards against a vacuous check: the test must have read some data.
  expect(read.join("\n")).toContain('"scope":"admin"');
  expect(read.join("\n")).not.toContain(server.current.secret);
});

test("the session cookie is inaccessible to scripts, other sites and other paths, and doesn't contain the key", async () => {
  const page = await browser.open("/console");
  const cookie = await sessionCookie(page);
  expect(cookie).toMatchObject({ path: "/console", httpOnly: true, sameSite: "Strict", secure: false });
  const value = decodeURIComponent(cookie!.value);
  const { secret } = server.current;
  expect(value).not.toContain(secret);
  expect(Buffer.from(value, "base64").toString("latin1")).not.toContain(secret);
  expect(await page.evaluate(() => document.cookie)).toBe("");
  // Behind a TLS proxy, the cookie is sent over TLS only.
  const overTls = await server.api.fetch("POST", "/console/trpc/session.open", {
    json: { key: secret },
    token: null,
    headers: { "x-forwarded-proto": "https" },
  });
  expect(overTls.headers.get("set-cookie")).toMatch(/; Secure$/);
});

test("a wrong key is rejected with a message, and opens no session", async () => {
  const page = await browser.open("/console", { key: null, allow: REFUSED });
  await signIn(page, "not-a-key");
  await page.getByText("Invalid key").waitFor();
  await axe(page);
  await screenshot(page, "sign-in refused light 1280");
  expect(await sessionCookie(page)).toBeUndefined();
  await page.getByLabel("API key").fill(server.current.secret);
  await page.keyboard.press("Enter");
  await isAt(page, "Overview");
});

for (const theme of ["light", "dark"] as const) {
  test(`the sign-in page is accessible and fits a phone, in ${theme}`, async () => {
    const page = await browser.open("/console", { key: null, theme });
    await isAt(page, "Sign in");
    await screenshot(page, `sign-in ${theme} 1280`);
    await axe(page);
    await page.getByText("Where do I find it?").click();
    await page.setViewportSize({ width: 360, height: 740 });
    await screenshot(page, `sign-in ${theme} 360`);
    await axe(page);
    await fits(page);
  });
}

test("signing out ends the session, and going back shows nothing", async () => {
  // Requests in flight at sign-out may be refused.
  const page = await browser.open("/console/collections", { allow: REFUSED });
  await isAt(page, "Collections");
  await goTo(page, "Search");
  await page.getByRole("button", { name: "Sign out" }).click();
  await isAt(page, "Sign in");
  expect(await sessionCookie(page)).toBeUndefined();
  await page.goBack();
  await isAt(page, "Sign in");
  expect(await keptByPage(page)).not.toContain("Signed in as");
  await page.reload();
  await isAt(page, "Sign in");
});

test("an expired session leads to the sign-in page, and signing in returns to the requested page", async () => {
  await server.api.createCollection("came_back");
  const page = await browser.open("/console", { allow: REFUSED });
  await isAt(page, "Overview");
  // A browser removes an expired cookie in the same way.
  await page.context().clearCookies();
  await goTo(page, "Collections");
  await isAt(page, "Sign in");
  await screenshot(page, "session over light 1280");
  await signIn(page, server.current.secret);
  await isAt(page, "Collections");
  expect(new URL(page.url()).pathname).toBe("/console/collections");
  await page.getByText("came_back").first().waitFor();
});

test("a deep link opens its page after signing in", async () => {
  await server.api.createCollection("deep");
  const page = await browser.open("/console/collections/deep/settings", { key: null });
  await signIn(page, server.current.secret);
  await isAt(page, "deep");
  expect(new URL(page.url()).pathname).toBe("/console/collections/deep/settings");
});

test("revoking a key ends its sessions at their next request", async () => {
  const { name, key } = await makeKey(server.api, { name: "to-be-revoked", scope: "admin" });
  const page = await browser.open("/console", { key, allow: REFUSED });
  await isAt(page, "Overview");
  await page.getByText(/^Signed in as .*to-be-revoked$/).waitFor();
  await server.api.expect(200, "DELETE", `/v1/admin/keys/${name}`);
  await goTo(page, "Collections");
  await isAt(page, "Sign in");
  await signIn(page, key);
  await page.getByText("Invalid key").waitFor();
});

test("a read-only key is offered only permitted pages, and its other requests are rejected", async () => {
  const { key } = await makeKey(server.api, { name: "reader", scope: "read" });
  const page = await browser.open("/console", { key, allow: [/^status 403: /] });
  await isAt(page, "Overview");
  await page.getByText("Read-only", { exact: false }).first().waitFor();
  const offered = await page.getByRole("navigation").getByRole("link").allTextContents();
  expect(offered).toEqual(["Overview", "Collections", "Search"]);
  await page.goto("/console/keys");
  await page.getByText("Page not found").waitFor();
  const answers = await page.evaluate(async () => {
    const post = (path: string, body: unknown) =>
      fetch(`/console/api/v1${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const created = await post("/collections", { name: "by_a_reader" });
    const made = await post("/admin/keys", { name: "more", scope: "admin" });
    return [created.status, made.status, (await fetch("/console/api/v1/collections")).status];
  });
  expect(answers).toEqual([403, 403, 200]);
});

test("a key limited to collections sees only these", async () => {
  await server.api.createCollection("seen");
  await server.api.createCollection("unseen");
  const { key } = await makeKey(server.api, { name: "limited", scope: "admin", collections: ["seen"] });
  const page = await browser.open("/console/collections", { key, allow: [/^status 40[34]: /] });
  await page.getByRole("link", { name: "seen" }).first().waitFor();
  expect(await keptByPage(page)).not.toContain("unseen");
  await page.goto("/console/collections/unseen");
  await page.getByRole("alert").first().waitFor();
});

/**
 * Requests as browsers send them for pages of other origins, on the same host or another, with the session's cookie.
 */
const STRANGERS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ["another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
  ["another port of the host", { origin: "http://127.0.0.1:1", "sec-fetch-site": "same-site" }],
  ["an old browser's other site", { origin: "https://evil.example" }],
  ["a sandboxed frame", { origin: "null" }],
];

const CALLS: readonly (readonly [method: string, path: string, json?: unknown])[] = [
  ["POST", "/console/trpc/session.open", { key: "a-key" }],
  ["POST", "/console/trpc/session.close", {}],
  ["GET", "/console/trpc/session.get"],
  ["POST", "/console/api/v1/collections", { name: "forged" }],
  ["DELETE", "/console/api/v1/collections/forged"],
  ["GET", "/console/api/v1/collections"],
];

test("requests from other origins are rejected, even with a valid session", async () => {
  const page = await browser.open("/console");
  const { name, value } = (await sessionCookie(page))!;
  const cookie = `${name}=${value}`;
  const call = (method: string, path: string, json: unknown, headers: Readonly<Record<string, string>>) =>
    server.api.call(method, path, { json, token: null, headers: { cookie, ...headers } });
  const answers: [string, Answer<Failure>][] = [];
  for (const [stranger, headers] of STRANGERS) {
    for (const [method, path, json] of CALLS) {
      answers.push([`${stranger}: ${method} ${path}`, await call(method, path, json, headers)]);
    }
  }
  const done = answers.filter(([, { status, headers }]) => status !== 403 || headers.has("set-cookie"));
  expect(done.map(([what, { status, text }]) => `${what}: ${status} ${text}`)).toEqual([]);
  expect(answers.map(([, { headers }]) => headers.get("access-control-allow-origin"))).toEqual(answers.map(() => null));
  // The same calls from the console's own pages succeed.
  const own = { origin: server.api.address, "sec-fetch-site": "same-origin" };
  expect((await call("POST", "/console/api/v1/collections", { name: "own" }, own)).status).toBe(201);
  expect((await call("GET", "/console/trpc/session.get", undefined, own)).status).toBe(200);
});

test("requests without a session or with a forged cookie are rejected, and the API accepts no cookies", async () => {
  const call = (path: string, cookie?: string) =>
    server.api.call("GET", path, { token: null, ...(cookie !== undefined && { headers: { cookie } }) });
  expect((await call("/console/api/v1/collections")).status).toBe(401);
  for (const forged of ["quarry_session=x", `quarry_session=${server.current.secret}`, "quarry_session="]) {
    expect((await call("/console/api/v1/collections", forged)).status).toBe(401);
  }
  // The API itself does not accept cookies.
  const page = await browser.open("/console");
  const { name, value } = (await sessionCookie(page))!;
  expect((await call("/console/api/v1/collections", `${name}=${value}`)).status).toBe(200);
  expect((await call("/v1/collections", `${name}=${value}`)).status).toBe(401);
});
