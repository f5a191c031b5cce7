import { expect, it } from "vitest";
import { isLegacyCopy, remarksOfCopy } from "./legacy-comments.ts";

const LINK = "https://go.microsoft.com/fwlink/?linkid=870924";
const copy = (notice: string, ...labelled: readonly string[]): string =>
  `[${notice}]\n\n${notice}: ${LINK}${notice === "批注" ? "。" : ""}\n\n${labelled.join("\n")}`;

it.each([
  ["English", copy("Threaded comment", "Comment:", "    One", "Reply:", "    Two"), ["One", "Two"]],
  [
    "German",
    copy("Kommentarthread", "Kommentar:", "    Preis prüfen", "Antwort:", "    Ja:", "bis März"),
    ["Preis prüfen", "Ja:\nbis März"],
  ],
  ["French", copy("Commentaire", "Commentaire :", "    Prix ?", "Réponse\u00a0:", "    Oui"), ["Prix ?", "Oui"]],
  ["Chinese", copy("批注", "注释：", "    核对", "答复：", "    好"), ["核对", "好"]],
  ["without a colon", copy("x", "ความคิดเห็น", "    ราคา"), ["ราคา"]],
  ["without blanks", copy("x", "Kommentar:", "Preis prüfen"), ["Preis prüfen"]],
  ["with other line ends", copy("x", "Comment:", "    One").replaceAll("\n", "\r\n"), ["One"]],
  ["without the link", "[Kommentar]\n\nIhre Version …\n\nKommentar:\n    Eins", ["Eins"]],
])("the remarks of a legacy copy are extracted: %s", (_, text, remarks) => {
  expect(remarksOfCopy(text).map((remark) => remark.trim())).toEqual(remarks);
});

it("a legacy copy is recognised by its author or link, not by its wording", () => {
  expect(isLegacyCopy("tc={11111111-1111-4111-8111-111111111111}", "any")).toBe(true);
  expect(isLegacyCopy("", copy("x", "y"))).toBe(true);
  expect(isLegacyCopy("Ann", "[Threaded comment] is how she begins")).toBe(false);
});
