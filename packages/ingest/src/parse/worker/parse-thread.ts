import type { MessagePort } from "node:worker_threads";
import type { WorkerTask } from "../parse-protocol.ts";
import { loadTokenizer } from "./load-tokenizer.ts";
import { Outbox } from "./outbox.ts";
import { parseDocument } from "./parse-document.ts";

loadTokenizer();

/** Entry point of a Piscina task. It has no result: all messages go through the task's own port, in order. */
export default async function parseInThread({ task, port }: { readonly task: WorkerTask; readonly port: MessagePort }) {
  const outbox = new Outbox((outgoing) => port.postMessage(outgoing));
  port.on("message", () => outbox.taken());
  await parseDocument(task, outbox);
  port.close();
}
