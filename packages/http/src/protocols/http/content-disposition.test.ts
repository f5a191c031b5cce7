import { expect, test } from "vitest";
import { attachment } from "./content-disposition.ts";

test("plain names are unchanged; others get a fallback and an exact form", () => {
  expect(attachment("report 1.pdf")).toBe('attachment; filename="report 1.pdf"');
  expect(attachment('a"b\\c%41.txt')).toBe(`attachment; filename="a_b_c_41.txt"; filename*=UTF-8''a%22b%5Cc%2541.txt`);
  expect(attachment("日本 (1)'*.txt")).toBe(
    `attachment; filename="__ (1)'*.txt"; filename*=UTF-8''%E6%97%A5%E6%9C%AC%20%281%29%27%2A.txt`,
  );
});

test("no name can break out of the header", () => {
  expect(attachment("a\r\nset-cookie: x\ud800")).toBe(
    `attachment; filename="a__set-cookie: x_"; filename*=UTF-8''a%0D%0Aset-cookie%3A%20x%EF%BF%BD`,
  );
});
