import { expect, test } from "vitest";
import { progressLines } from "./progress.ts";

const MEGABYTE = 1_048_576;

const state = {
  totalFiles: 1_000,
  doneFiles: 250,
  processing: 12,
  sentBytes: 3 * MEGABYTE,
  sending: [
    { file: "library/a\u001b[2Jb.pdf", totalBytes: 4 * MEGABYTE, sentBytes: MEGABYTE },
    { file: "stream.csv", totalBytes: undefined, sentBytes: MEGABYTE / 2 },
  ],
  elapsedMs: 60_000,
};

test("each file on its way has a bar, and all together have one with what is left", () => {
  expect(progressLines(state, 5)).toEqual([
    "  library/a\ufffd[2Jb.pdf                [######------------------]  25 %  1.0 of 4.0 MB",
    "  stream.csv                        0.5 MB",
    "[######------------------]  25 %  250 of 1,000 files  12 in processing  4.5 MB sent  3 min left",
  ]);
});

test("the total stays where there is no room for more, and nothing is foretold at the start", () => {
  expect(progressLines({ ...state, doneFiles: 1 }, 1)).toEqual([
    "[------------------------]   0 %  1 of 1,000 files  12 in processing  4.5 MB sent",
  ]);
});
