import { expect, it } from "vitest";
import { contextLine } from "./context-line.ts";

it.each([
  [["Guide", "Install"], { title: "Manual" }, "Manual > Guide > Install"],
  [["Guide", "Install"], { title: "Guide" }, "Guide > Install"],
  [["Cash flows"], { title: "CORP Q1", filename: "ACME_2021-10K.pdf" }, "CORP Q1 > ACME 2021 10K > Cash flows"],
  [["Install"], { title: "Pump Manual", filename: "pump-manual.pdf" }, "Pump Manual > Install"],
  [[], { filename: "pump-manual_v2.pdf" }, "pump manual v2"],
  [[], { title: "  ", filename: ".pdf" }, ""],
  [[], { title: null, filename: null }, ""],
])("the context line of a chunk under %j in %j is %s", (section, document, expected) => {
  expect(contextLine(section, document)).toBe(expected);
});

it("is limited to 300 characters, however long a title is", () => {
  expect(contextLine(["Install"], { title: "long ".repeat(1_000) })).toHaveLength(300);
});
