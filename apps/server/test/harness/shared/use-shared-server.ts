import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";
import { Api } from "../api.ts";
import { tail } from "../tail.ts";
import type { Lease, LeaseLog } from "./shared-servers.ts";

interface BorrowedServer {
  readonly lease: number;
  readonly api: Api;
  /** Secret that the server accepts as its administrator's key. */
  readonly secret: string;
}

/**
 * Provides a server with the default configuration for the tests of a file or a `describe`. Other files use it before
 * and after them: it starts without collections and webhooks, but its other state is not new. The file may neither stop
 * it nor create keys. Its log may contain no line that the service itself calls an error. The log of a failed test is
 * printed.
 */
export const useSharedServer = (): { readonly current: BorrowedServer; readonly api: Api } => {
  let server: BorrowedServer | undefined;
  const current = () => {
    if (server === undefined) throw new Error("the server runs only inside tests");
    return server;
  };
  beforeAll(async () => {
    const { lease, address, secret } = await ask<Lease>("take");
    server = { lease, api: new Api(address, secret), secret };
  });
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail") return;
    const { text } = await ask<LeaseLog>("log", current().lease);
    console.error(`Log of the server:\n${tail(text)}`);
  });
  afterAll(async () => {
    // The start failed, which was reported already.
    if (server === undefined) return;
    const { errors } = await ask<LeaseLog>("give-back", server.lease);
    expect(errors).toEqual([]);
  });
  return {
    get current() {
      return current();
    },
    get api() {
      return current().api;
    },
  };
};

const ask = async <Answer>(call: string, lease?: number): Promise<Answer> => {
  const response = await fetch(`${inject("sharedServers")}/${call}`, { method: "POST", body: String(lease) });
  const body = await response.text();
  if (!response.ok) throw new Error(body);
  return JSON.parse(body) as Answer;
};
