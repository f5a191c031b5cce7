import type { WorkerTask } from "../parse-protocol.ts";
import type { FromParseProcess, ToParseProcess } from "../process-protocol.ts";
import { loadTokenizer } from "./load-tokenizer.ts";
import { isOpen, openParser } from "./open-parser.ts";
import { Outbox } from "./outbox.ts";
import { parseDocument } from "./parse-document.ts";
import type { ProcessWatch } from "./process-watch.ts";

/** Parses the documents that the parent sends, one after the other. */
export const serveTasks = (watch: ProcessWatch): void => {
  let outbox: Outbox | undefined;
  process.on("message", (incoming: ToParseProcess) => {
    if (incoming.type === "taken") {
      outbox?.taken();
      return;
    }
    const current = new Outbox(send);
    outbox = current;
    void readTask(incoming.task, current, watch).then((isReusable) => {
      outbox = undefined;
      send({ type: "free", isReusable: watch.end() && isReusable });
    });
  });
  loadTokenizer();
  watch.setBaseline();
  send({ type: "ready" });
};

const readTask = async (task: WorkerTask, outbox: Outbox, watch: ProcessWatch): Promise<boolean> => {
  if (!isOpen(task.parser)) {
    // If the parser can't be loaded, the task itself fails.
    await watch.whileLoading(() => openParser(task.parser)).catch(() => undefined);
  }
  watch.begin();
  return parseDocument(task, outbox);
};

const send = (outgoing: FromParseProcess): void => {
  process.send?.(outgoing);
};
