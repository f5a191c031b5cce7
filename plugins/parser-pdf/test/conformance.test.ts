import { parserConformance } from "@quarry/plugin-testkit";
import plugin from "../src/index.ts";
import { manual } from "./manual.ts";

parserConformance(plugin, {
  ownKinds: ["pdf"],
  files: [
    {
      filename: "manual.pdf",
      bytes: manual,
      phrases: [
        { text: "away from heat and from the reach of children. Before it is switched on", page: 1 },
        { text: "every valve has to be open and the tank must be full.", page: 1 },
        { text: "a torque wrench", page: 2 },
        { text: "Clean the filter once a month", page: 2 },
        { text: "Part | 2023 | 2024", page: 3 },
        { text: "Valve | 12.50 | 13.00", page: 3 },
        { text: "The warranty lasts for two years", page: 4 },
        { text: "Serial number: QX-77", page: 1 },
      ],
      headings: [
        ["Installing the pump", 1],
        ["Tools", 2],
        ["Prices", 2],
        ["Care and cleaning", 4],
      ],
    },
  ],
});
