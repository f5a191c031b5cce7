import { writeFileSync } from "node:fs";
import type { ParseTask } from "../parse-protocol.ts";
import type { FromParseProcess, ToParseProcess } from "../process-protocol.ts";
import { loadTokenizer } from "./load-tokenizer.ts";
import { isOpen, openParser } from "./open-parser.ts";
import { Outbox } from "./outbox.ts";
import { parseDocument } from "./parse-document.ts";
import { ProcessWatch } from "./process-watch.ts";

// The main module of a process that reads documents, one after the other, as its parent sends them.

/** A terminal and some supervisors signal all processes of a service; its parent decides when this one ends. */
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);

// The parent is gone, or has no use for this process any more.
process.on("disconnect", () => process.exit());

/** Where memory runs out, the system should end this process before the service. */
const OOM_SCORE_FILE = "/proc/self/oom_score_adj";
const ENDED_FIRST = "1000";
try {
  writeFileSync(OOM_SCORE_FILE, ENDED_FIRST);
} catch {
  // Not Linux, or not allowed: the system then chooses by itself.
}

const send = (outgoing: FromParseProcess): void => {
  process.send?.(outgoing);
};

loadTokenizer();

const watch = await ProcessWatch.start(Number(process.argv[2]));
let outbox: Outbox | undefined;

const readTask = async (task: ParseTask, current: Outbox): Promise<boolean> => {
  if (!isOpen(task.parser)) {
    // A parser that does not load fails where it is asked to read.
    await watch.whileLoading(() => openParser(task.parser)).catch(() => undefined);
  }
  watch.begin();
  return parseDocument(task, current);
};

process.on("message", (incoming: ToParseProcess) => {
  if (incoming.type === "taken") {
    outbox?.taken();
    return;
  }
  const current = new Outbox(send);
  outbox = current;
  void readTask(incoming.task, current).then((isFit) => {
    outbox = undefined;
    send({ type: "free", isFit: watch.end() && isFit });
  });
});
send({ type: "ready" });
