import { setTimeout as delay } from "node:timers/promises";
import { paragraph, testParser } from "./define.ts";

// Simulates text recognition of pages: uncounted seconds for each, and no text on some pages.
export default testParser(async function* () {
  for (let page = 1; page <= 4; page += 1) {
    await delay(1_200);
    yield { type: "uncounted_time", milliseconds: 1_200 };
    if (page === 3) yield paragraph(page);
    yield { type: "progress", done: page, total: 4 };
  }
});
