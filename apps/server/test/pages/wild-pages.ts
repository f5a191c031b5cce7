import { setTimeout as delay } from "node:timers/promises";
import { defineParser } from "@quarry/plugin";
import * as Schema from "effect/Schema";

/** Parser whose pages, when drawn, misbehave as native code can in a process; the tenth is a picture. */
export default defineParser({
  name: "wild-pages",
  specVersion: 1,
  capabilities: { fileTypes: ["txt"], isolation: "process", showsPages: true },
  settings: Schema.Struct({}),
  make: () => ({
    async *parse() {
      yield { type: "info", info: { pageCount: 10 } };
      yield { type: "block", block: { kind: "paragraph", text: "A page with a picture.", page: 10 } };
    },
    showPage: async (_source, { page, width }) => {
      await WILD[page]?.();
      const size = { width: 10, height: 10 };
      if (page === 5) return { pageCount: 10, size, picture: { bytes: "text", mediaType: "text/html" } as never };
      if (page === 9) await delay(300);
      return { pageCount: 10, size, ...(width !== undefined && { picture: { bytes: PNG, mediaType: "image/png" } }) };
    },
  }),
});

const WILD: Readonly<Record<number, () => unknown>> = {
  1: () => process.kill(process.pid, "SIGSEGV") && delay(600_000),
  2: () => process.exit(0),
  3: () => {
    const retained: Buffer[] = [];
    for (;;) retained.push(Buffer.alloc(8 * 1024 * 1024, 1));
  },
  4: () => {
    throw new TypeError("Cannot read properties of undefined (reading 'xref') at /srv/lib/xref.js:17");
  },
};

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
