import { paragraph, testParser } from "./define.ts";

export default testParser(async function* () {
  yield { type: "info", info: { title: "The Title", pageCount: 2000 } };
  for (let page = 1; page <= 2000; page += 1) {
    yield { type: "progress", done: page, total: 2000 };
    yield paragraph(page);
  }
});
