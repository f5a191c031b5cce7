import type { ProgressMessage } from "@quarry/http/console";
import { expect, test } from "vitest";
import { type TestServer, useServer } from "../harness/test-server.ts";
import { makeKey } from "./make-key.ts";

const server = useServer();

const DOCUMENTS = 20;

interface ServerSentEvent {
  /** Empty for a message. */
  readonly name: string;
  readonly data: unknown;
}

/** Yields the progress stream of a collection as the page receives it with this key. */
async function* heard({ api }: TestServer, key: string, collection: string): AsyncGenerator<ServerSentEvent> {
  const opened = await api.call("POST", "/console/trpc/session.open", { json: { key }, token: null });
  const cookie = opened.headers.get("set-cookie")!.split(";", 1)[0]!;
  const input = encodeURIComponent(JSON.stringify({ collection }));
  const response = await api.fetch("GET", `/console/trpc/documents.progress?input=${input}`, {
    token: null,
    headers: { cookie, accept: "text/event-stream" },
  });
  let text = "";
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const events = text.split("\n\n");
    text = events.pop()!;
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      const name = /^event: (.*)$/m.exec(event)?.[1] ?? "";
      if (data !== undefined && name !== "connected" && name !== "ping") yield { name, data: JSON.parse(data) };
    }
  }
}

const firstOf = async (key: string, collection: string): Promise<ServerSentEvent | undefined> => {
  for await (const event of heard(server.current, key, collection)) return event;
  return undefined;
};

test("a stream reports the steps of all documents of its collection until each completes, and no others", async () => {
  const { api, secret } = server.current;
  await api.createCollection("heard");
  await api.createCollection("other");
  const ids: string[] = [];
  const seen = new Map<string, string[]>();
  for await (const { name, data } of heard(server.current, secret, "heard")) {
    expect(name).toBe("");
    const { isFirst, steps } = data as ProgressMessage;
    expect(isFirst).toBe(seen.size === 0 && ids.length === 0);
    if (isFirst) {
      await api.upload({ collection: "other", filename: "other.txt", bytes: "Not of this collection." });
      for (let index = 0; index < DOCUMENTS; index += 1) {
        const bytes = `The pump number ${index} needs a new gasket every year.`;
        ids.push((await api.upload({ collection: "heard", filename: `${index}.txt`, bytes })).id);
      }
    }
    for (const { documentId, step } of steps) seen.set(documentId, [...(seen.get(documentId) ?? []), step]);
    if ([...seen.values()].filter((steps) => steps.at(-1) === "complete").length === DOCUMENTS) break;
  }
  expect([...seen.keys()].toSorted()).toEqual(ids.toSorted());
});

test("a key limited to other collections receives FORBIDDEN, and an unknown collection NOT_FOUND", async () => {
  const { api, secret } = server.current;
  await api.createCollection("mine");
  await api.createCollection("theirs");
  const { key } = await makeKey(api, { name: "limited", scope: "admin", collections: ["mine"] });
  expect(await firstOf(key, "mine")).toMatchObject({ name: "", data: { isFirst: true, steps: [] } });
  expect(await firstOf(key, "theirs")).toMatchObject({
    name: "serialized-error",
    data: { message: "This key is limited to other collections than 'theirs'", data: { code: "FORBIDDEN" } },
  });
  expect(await firstOf(secret, "nowhere")).toMatchObject({
    name: "serialized-error",
    data: { data: { code: "NOT_FOUND" } },
  });
});
