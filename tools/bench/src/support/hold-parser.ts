// Parser for the case progress-streams: it blocks a document for as long as the case requires.
import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { defineParser } from "@quarry/plugin";
import * as Schema from "effect/Schema";

const LOOK_EVERY_MS = 20;

export default defineParser({
  name: "hold-parser",
  specVersion: 1,
  capabilities: { fileTypes: ["txt"] },
  settings: Schema.Struct({
    releaseFile: Schema.String.annotate({ description: "Documents are read when this file exists." }),
  }),
  make: ({ releaseFile }) => ({
    parse: async function* () {
      while (!existsSync(releaseFile)) await pause(LOOK_EVERY_MS);
      yield { type: "block", block: { kind: "paragraph", text: "The lighthouse keeper writes a green book." } };
    },
  }),
});
