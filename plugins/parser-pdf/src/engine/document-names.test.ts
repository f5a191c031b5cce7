import { describe, expect, it } from "vitest";
import { authorOf, titleOf } from "./document-names.ts";

describe("titleOf", () => {
  it.each([
    "Microsoft Word - x.doc",
    "untitled",
    "Untitled 1",
    "PowerPoint Presentation",
    "Document1",
    "report_final.docx",
    "C:\\Users\\someone\\letter",
    "0001018724-18-000005",
    "about:blank",
    "",
  ])("rejects %j", (title) => {
    expect(titleOf(title)).toBe("");
  });

  it.each([
    "Annual report 2024",
    "Attention Is All You Need",
    "年度报告",
    "Test methods for pumps",
    "Pages of history",
  ])("accepts %j", (title) => {
    expect(titleOf(title)).toBe(title);
  });
});

describe("authorOf", () => {
  it("rejects generic account names", () => {
    expect(["Administrator", "user", "Unknown", "A. Writer"].map(authorOf)).toEqual(["", "", "", "A. Writer"]);
  });
});
