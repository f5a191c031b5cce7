import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { defineParser, type ParserEvent } from "@quarry/plugin";
import * as Schema from "effect/Schema";

/**
 * Parser in a separate process that follows the instructions in its file: everything that native code and libraries can
 * do to a process.
 */
export default defineParser({
  name: "wild-parser",
  specVersion: 1,
  capabilities: { fileTypes: ["txt"], isolation: "process" },
  settings: Schema.Struct({}),
  make: () => ({
    async *parse(source) {
      const text = (await readFile(source.path, "utf8")).trim();
      await WILD[text]?.();
      if (text === "slow pages") yield* slowPages();
      yield { type: "block", block: { kind: "paragraph", text } };
    },
  }),
});

const WILD: Readonly<Record<string, () => unknown>> = {
  abort: () => process.abort(),
  exit: () => process.exit(0),
  segfault: () => endedBy("SIGSEGV"),
  killed: () => endedBy("SIGKILL"),
  hang: () => {
    for (;;);
  },
  wait: () => delay(600_000),
  throw: () => {
    throw new TypeError("Cannot read properties of undefined (reading 'xref') at /srv/lib/xref.js:17");
  },
  "throw later": () => {
    setTimeout(() => {
      throw new Error("lost in a callback at /srv/lib/zip.js:17");
    }, 10);
    return delay(600_000);
  },
  "fill the heap": () => {
    const retained: number[][] = [];
    for (;;) retained.push(Array.from<number>({ length: 1_000_000 }).fill(retained.length + 0.5));
  },
  "fill buffers": () => {
    const retained: Buffer[] = [];
    for (;;) retained.push(Buffer.alloc(8 * 1024 * 1024, 1));
  },
  "one huge array": () => Array.from<number>({ length: 100_000_000 }).fill(1.5),
};

const endedBy = (signal: NodeJS.Signals): Promise<void> => {
  process.kill(process.pid, signal);
  return delay(600_000);
};

/** Simulates text recognition of pictures: seconds for each page, which the time limit does not count. */
async function* slowPages(): AsyncGenerator<ParserEvent> {
  for (let page = 1; page <= 4; page += 1) {
    await delay(1_200);
    yield { type: "uncounted_time", milliseconds: 1_200 };
    yield { type: "progress", done: page, total: 4 };
  }
  yield { type: "info", info: { pageCount: 4, ocrPageCount: 3 } };
}
