import { setTimeout as delay } from "node:timers/promises";
import { paragraph, testParser } from "./define.ts";

// As recognising the text of pages does: seconds for each, which are not counted, and on some pages there is none.
export default testParser(async function* () {
  for (let page = 1; page <= 4; page += 1) {
    await delay(1_200);
    yield { type: "uncounted_time", milliseconds: 1_200 };
    if (page === 3) yield paragraph(page);
    yield { type: "progress", done: page, total: 4 };
  }
});
