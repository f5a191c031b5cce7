import { paragraph, testParser } from "./define.ts";

/** More than the window of a receiver that takes nothing, but not much more. */
const PAGES = 400;

export default testParser(async function* () {
  for (let page = 1; page <= PAGES; page += 1) yield paragraph(page);
});
