import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkCrashes } from "./support/check-crashes.ts";

test("SIGKILL at any time loses no acknowledged write", async () => {
  const directory = mkdtempSync(join(tmpdir(), "quarry-search-"));
  await checkCrashes({
    place: { kind: "files", directory },
    collection: "c",
    kills: 6,
    writers: 1,
    readsMeanwhile: false,
  });
  rmSync(directory, { recursive: true, force: true });
  expect.hasAssertions();
}, 180_000);
