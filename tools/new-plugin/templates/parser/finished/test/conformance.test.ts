import { parserConformance } from "@quarry/plugin-testkit";
import plugin from "../src/index.ts";

// At least one valid file of each type that the plugin reads, and the content that must be found in it.
parserConformance(plugin, {
  files: [
    {
      filename: "pump.txt",
      bytes: Buffer.from("= The pump\n\nIt stands on the second floor.\nCall Zoë first.\n\n== Parts\n\nA valve.\n"),
      phrases: [{ text: "It stands on the second floor.\nCall Zoë first." }, { text: "A valve." }],
      headings: [
        ["The pump", 1],
        ["Parts", 2],
      ],
    },
  ],
});
