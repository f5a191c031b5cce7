import { setTimeout as sleep } from "node:timers/promises";
import type { Api } from "../api.ts";

/** A collection that did not change for three seconds is learned from. */
const EVERY_MS = 1_000;

/**
 * Does `work` while another document comes and goes once a second, as in the middle of an upload: the service then learns
 * only after a third of growth. Leaves the collection as it was.
 */
export const keptFromRest = async <A>(api: Api, collection: string, work: () => Promise<A>): Promise<A> => {
  const ended = new AbortController();
  const disturbed = disturb(api, collection, ended.signal);
  try {
    return await Promise.race([work(), disturbed.then(() => Promise.reject(new Error("the disturbance ended early")))]);
  } finally {
    ended.abort();
    await disturbed;
  }
};

const disturb = async (api: Api, collection: string, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const form = new FormData();
    form.append("file", new Blob(["interlude"]), "interlude.txt");
    const path = `/v1/collections/${collection}/documents`;
    const { id } = await api.call<{ id: string }>("POST", path, form);
    await api.untilReady(collection);
    await api.call("DELETE", `${path}/${id}`);
    await sleep(EVERY_MS, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }
};
