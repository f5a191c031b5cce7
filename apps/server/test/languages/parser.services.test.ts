import { parserConformance } from "@quarry/plugin-testkit";
import parserRemote from "@quarry/parser-remote";
import { afterAll, expect, test } from "vitest";
import { ExampleCopy } from "./example-copy.ts";
import { PluginProcess } from "./plugin-process.ts";
import { WIKI_EXPORT } from "./wiki-export.ts";

const example = await ExampleCopy.make("plugin-go");
const parser = await PluginProcess.start(example, "./plugin-go");
afterAll(async () => {
  await parser.kill();
  await example.remove();
});

test("the parser passes its own tests, go vet and gofmt", async () => {
  const ended = await example.run('go vet ./... && test -z "$(gofmt -l .)" && go test ./...');
  expect(ended, ended.stdout + ended.stderr).toMatchObject({ code: 0 });
});

parserConformance(
  { ...parserRemote, capabilities: { ...parserRemote.capabilities, fileTypes: ["xml"] } },
  {
    settings: { protocol: "quarry", url: parser.address },
    files: [
      {
        filename: "harbour.xml",
        bytes: Buffer.from(WIKI_EXPORT),
        phrases: [
          { text: "Pilots board ships at the buoy of Zoë Roads.", page: 1 },
          { text: "night watch", page: 1 },
          { text: "Flag | Meaning", page: 1 },
          { text: "G | I require a pilot", page: 1 },
          { text: "High water is at noon.", page: 2 },
          { text: "12:04  4.1 m", page: 2 },
        ],
        headings: [
          ["Pilots", 1],
          ["Duty", 2],
          ["Signals", 3],
          ["Tides", 1],
        ],
      },
    ],
  },
);
