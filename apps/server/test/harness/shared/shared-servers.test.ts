import { describe, expect, test } from "vitest";
import { createWebhook } from "../../webhooks/resources.ts";
import type { Api } from "../api.ts";
import { useSharedServer } from "./use-shared-server.ts";

/** Returns the numbers of collections and webhooks. */
const totals = (api: Api): Promise<readonly number[]> =>
  Promise.all(
    ["collections", "admin/webhooks"].map(
      async (list) => (await api.expect<{ total: number }>(200, "GET", `/v1/${list}`)).total,
    ),
  );

describe("a suite on a shared server", () => {
  const server = useSharedServer();

  test("sees the data that its tests create", async () => {
    const { api } = server;
    await api.createCollection("made");
    await api.upload({ collection: "made", filename: "made.txt", bytes: "Herons wade." });
    await createWebhook(api, { url: "http://127.0.0.1:9/", events: ["document.ready"] });
    expect(await totals(api)).toEqual([1, 1]);
  });
});

describe("the next suite on the shared server", () => {
  const server = useSharedServer();

  test("sees no data of the previous suite", async () => {
    expect(await totals(server.api)).toEqual([0, 0]);
    await server.api.createCollection("made");
    expect(await server.api.documents("made")).toEqual([]);
  });
});
