import { expect, test } from "vitest";
import { vectorBytes, vectorNumbers } from "./vectors-client.ts";

test("numbers come back from their bytes, wherever these lie", () => {
  const bytes = vectorBytes([0.5, -2, 3e9]);
  const within = new Uint8Array(bytes.byteLength + 3);
  within.set(bytes, 3);
  expect([...vectorNumbers(within.subarray(3))]).toEqual([0.5, -2, 3e9]);
});
