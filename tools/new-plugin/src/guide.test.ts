import { expect, test } from "vitest";
import { missingLines, readGuide } from "./guide.ts";

test("reads files, commands, what they print, and what is green, in order", () => {
  const guide = `# A guide

The test is red: \`nothing is here\`.

\`src/index.ts\`:

\`\`\`ts
export {};
\`\`\`

\`\`\`sh
npm test
\`\`\`

\`\`\`text
3 passed
\`\`\`

\`\`\`json
{ "shown": "only" }
\`\`\`

Green: \`one\`,
\`two\`

Green: all.

It fails: \`away\`.

`;
  expect(readGuide(guide)).toMatchObject([
    { kind: "red", message: "nothing is here" },
    { kind: "file", path: "src/index.ts", text: "export {};\n" },
    { kind: "shell", script: "npm test\n" },
    { kind: "output", text: "3 passed\n" },
    { kind: "green", names: ["one", "two"] },
    { kind: "green", names: "all" },
    { kind: "red", message: "away" },
  ]);
});

test("what was to be printed and wasn't is told, in order", () => {
  const printed = "starting\n  12 passed (4.1 s)\ndone\n";
  expect(missingLines("starting\n…\n12 passed (… s)\n", printed)).toEqual([]);
  expect(missingLines("done\nstarting\n", printed)).toEqual(["starting"]);
  expect(missingLines("1… passed", printed)).toEqual(["1… passed"]);
});
