import { beforeAll, expect, test } from "vitest";
import { useSharedServer } from "./harness/shared/use-shared-server.ts";

const server = useSharedServer();

const TEXTS: Readonly<Record<string, string>> = {
  iban: "Transfer to BE68 5390 0754 7034 at the bank.",
  mac: "The bridge answers at 3C:22:FB:9A:0E:41 in the lab.",
  phone: "Call +44 (0)20 7946 0958 for help.",
  size: "Plates of 420×297×3 mm are in stock.",
  arabic: "بدأ المشروع عام ١٩٩٣ في الكوفة القديمة",
  persian: "کوچک‌ترین خانه در شیراز",
  traditional: "電腦與軟體的維護記錄。",
  japanese: "渋谷のホテルとレストランの案内。",
  hebrew: "המזכ״ל דיבר עם רמטכ״ל",
  emoji: "The launch went well 🚀🎉",
  noise: "Of 5390 crates 0754 were open, 7034 closed; 7946 calls, 22 rooms, 420 or 297 places and 3 doors.",
};

beforeAll(async () => {
  await server.api.createCollection("typed");
  for (const [name, text] of Object.entries(TEXTS)) {
    const document = await server.api.ingest({ collection: "typed", filename: `${name}.md`, bytes: text });
    expect(document.status).toBe("ready");
  }
});

test.each([
  ["BE68539007547034", "iban", "BE68 5390 0754 7034"],
  ["be68-5390-0754-7034", "iban", "BE68 5390 0754 7034"],
  ["3c22fb9a0e41", "mac", "3C:22:FB:9A:0E:41"],
  ["3c-22-fb-9a-0e-41", "mac", "3C:22:FB:9A:0E:41"],
  ["+442079460958", "phone", "44 (0)20 7946 0958"],
  ["420 x 297", "size", "420×297×3"],
  ["1993", "arabic", "١٩٩٣"],
  ["كوچكترين", "persian", "کوچک‌ترین"],
  ["电脑", "traditional", "電腦"],
  ["澁谷", "japanese", "渋谷"],
  ["ほてる", "japanese", "ホテル"],
  ["מזכל", "hebrew", "המזכ״ל"],
  ["🎉", "emoji", "🎉"],
])("%j finds %s first, and highlights %j", async (query, name, marked) => {
  const { results } = await server.api.query("typed", { query, search_mode: "keyword", highlight: true });
  const first = results[0]! as (typeof results)[number] & {
    highlights: readonly { text: string; matches: readonly { start: number; end: number }[] }[];
  };
  expect(first.metadata.filename).toBe(`${name}.md`);
  const shown = first.highlights.flatMap(({ text, matches }) =>
    matches.map(({ start, end }) => Array.from(text).slice(start, end).join("")),
  );
  expect(shown.join("|")).toContain(name === "hebrew" ? "מזכ״ל" : marked);
});

test("an unknown code is not corrected to another term", async () => {
  const { results } = await server.api.query("typed", { query: "NL91 BANC 0417 1643 00", search_mode: "keyword" });
  expect(results.filter(({ score }) => score > 0.2)).toEqual([]);
});
