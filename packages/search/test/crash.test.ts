import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkCrashes } from "./support/check-crashes.ts";

test.each([
  { kind: "files", kills: 6, writers: 1 },
  { kind: "sqlite", kills: 2, writers: 1 },
] as const)(
  "SIGKILL at any time loses nothing that was acknowledged ($kind)",
  async ({ kind, kills, writers }) => {
    const directory = mkdtempSync(join(tmpdir(), "quarry-search-"));
    await checkCrashes({ place: { kind, directory }, collection: "c", kills, writers, readsMeanwhile: false });
    rmSync(directory, { recursive: true, force: true });
    expect.hasAssertions();
  },
  180_000,
);
