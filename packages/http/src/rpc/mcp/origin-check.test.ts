import { expect, test } from "vitest";
import { originCheck } from "./origin-check.ts";

const isAllowed = originCheck(["https://chat.example.com"]);

test.each([
  [undefined, "quarry.example.com"],
  ["http://localhost:5173", "localhost:8080"],
  ["http://127.0.0.1:9", "127.0.0.1:8080"],
  ["http://[::1]:9", "[::1]:8080"],
  ["http://10.0.0.7:8080", "10.0.0.7:8080"],
  ["https://chat.example.com", "quarry.example.com"],
])("a page of %s may call %s", (origin, host) => {
  expect(isAllowed(origin, host)).toBe(true);
});

test.each([
  ["null", "localhost:8080"],
  ["http://10.0.0.8:8080", "10.0.0.7:8080"],
  ["https://chat.example.com:444", "quarry.example.com"],
  ["http://chat.example.com", "quarry.example.com"],
  ["http://localhost.evil.example", "localhost:8080"],
  // A DNS-rebinding name: page and host agree, which proves nothing.
  ["http://evil.example:8080", "evil.example:8080"],
  ["http://127.evil.example", "127.0.0.1:8080"],
])("a page of %s may not call %s", (origin, host) => {
  expect(isAllowed(origin, host)).toBe(false);
});
