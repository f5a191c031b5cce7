import { describe, expect, it } from "vitest";
import { currencyOf, kindOfCode } from "./number-formats.ts";
import { isoDateText, numberText } from "./number-text.ts";

describe("numberText", () => {
  it.each([
    ["45322", "date", "2024-01-31"],
    ["45322.5", "date", "2024-01-31 12:00"],
    ["43363.999988426", "date", "2018-09-20 23:59:59"],
    ["0.75", "time", "18:00"],
    ["0.1", "percent", "10%"],
    ["0.15300000000000002", "percent", "15.3%"],
    ["0.30000000000000004", "plain", "0.3"],
    ["1E+2", "plain", "100"],
    ["1.1458333333333333", "duration", "27:30"],
    ["-0.05", "percent", "-5%"],
    ["1", "date", "1900-01-01"],
    ["61", "date", "1900-03-01"],
    ["-5", "date", "-5"],
    ["n/a", "plain", "n/a"],
  ] as const)("shows %s as %s: %s", (value, kind, text) => {
    expect(numberText(value, kind, false)).toBe(text);
  });

  it("counts days of old Macintosh workbooks from 1904", () => {
    expect(numberText("0", "date", true)).toBe("1904-01-01");
  });
});

describe("kindOfCode", () => {
  it.each([
    ["yyyy-mm-dd", "date"],
    ['dd"."mm\\.yyyy;@', "date"],
    ["[$-407]d. mmmm yyyy", "date"],
    ["mmm-yy", "date"],
    ["h:mm:ss", "time"],
    ["[h]:mm", "duration"],
    ["0.00%", "percent"],
    ['#,##0.00" days"', "plain"],
    ["[Red]-0.00", "plain"],
    ["General", "plain"],
    ['"dd"0', "plain"],
  ] as const)("%s is %s", (code, kind) => {
    expect(kindOfCode(code)).toBe(kind);
  });
});

describe("currencyOf", () => {
  it.each([
    ['"$"#,##0.00', "$", ""],
    ["[$€-407] #,##0.00", "€", ""],
    ["#,##0.00\\ [$€-407]", "", " €"],
    ["[$CHF-807] #,##0.00", "CHF ", ""],
    ["[$-409]#,##0.00", "", ""],
    ["#,##0.00", "", ""],
  ])("%s has %j before and %j behind", (code, prefix, suffix) => {
    expect(currencyOf(code)).toEqual({ prefix, suffix });
  });
});

it("shows dates that are stored as text as days, or with their time", () => {
  expect(isoDateText("2024-01-31T00:00:00")).toBe("2024-01-31");
  expect(isoDateText("2024-01-31T09:30:00.000Z")).toBe("2024-01-31 09:30");
});
