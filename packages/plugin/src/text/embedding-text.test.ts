import { expect, it } from "vitest";
import { embeddingText } from "./embedding-text.ts";

it.each([
  [{ text: "Body.", section: ["Guide", "Install"] }, "Manual", "Manual > Guide > Install\n\nBody."],
  [{ text: "Install\n\nBody.", section: ["Guide", "Install"] }, "Guide", "Guide\n\nInstall\n\nBody."],
  [{ text: "Body.", section: [] }, null, "Body."],
  [{ text: "Body.", section: [] }, "  ", "Body."],
])("puts the context of %j with title %j in front", (chunk, title, expected) => {
  expect(embeddingText(chunk, { title })).toBe(expected);
});
