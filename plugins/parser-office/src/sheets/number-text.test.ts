import { describe, expect, it } from "vitest";
import { formatOf } from "./number-formats.ts";
import { formattedText, isoDateText, numberText } from "./number-text.ts";

const shown = (value: string, code: string, is1904 = false): string => numberText(value, formatOf(code), is1904);

const ACCOUNTING = '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)';

describe("amounts are plain numbers with their currency", () => {
  it.each([
    ["0.30000000000000004", "General", "0.3"],
    ["1E+2", "General", "100"],
    ["n/a", "General", "n/a"],
    ["1234.5678", "#,##0.00", "1234.5678"],
    ["7", "0", "7"],
    ["-7.25", "0.00_);[Red](0.00)", "-7.25"],
    ["-3", "[Red]-0.00", "-3"],
    ["-3", "+0;-0;0", "-3"],
    ["1234567", "#\\ ##0", "1234567"],
    ["5", "@", "5"],
    ["12.5", "[>=100][Blue]0.0;[Red]0.00", "12.5"],
    ["1234.5", ACCOUNTING, "$1234.5"],
    ["0", ACCOUNTING, "$0"],
    ["12.5", '"$"#,##0.00', "$12.5"],
    ["12.5", "[$€-407] #,##0.00", "€12.5"],
    ["12.5", "#,##0.00\\ [$€-407]", "12.5 €"],
    ["12.5", "[$CHF-807] #,##0.00", "CHF 12.5"],
    ["12.5", "[$-409]#,##0.00", "12.5"],
    ["0.1", "0%", "10%"],
    ["0.15300000000000002", "0.00%", "15.3%"],
    ["-0.05", "0%", "-5%"],
  ])("%s formatted as %s is %s", (value, code, text) => {
    expect(shown(value, code)).toBe(text);
  });
});

describe("codes, words and conversions are formatted as the sheet shows them", () => {
  it.each([
    ["7632", "00000", "07632"],
    ["7632", "00000;-00000", "07632"],
    ["12", "0,000", "0,012"],
    ["7", "00.00", "07.00"],
    ["42", '"INV-"0000', "INV-0042"],
    ["42", "\\N\\r\\.\\ 0", "Nr. 42"],
    ["123456789", "000-00-0000", "123-45-6789"],
    ["20240131", "0000-00-00", "2024-01-31"],
    ["1234", "##-##", "12-34"],
    ["5551234567", "[<=9999999]###-####;(###) ###-####", "(555) 123-4567"],
    ["5551234", "[<=9999999]###-####;(###) ###-####", "555-1234"],
    ["12.5", '0.0" kg"', "12.5 kg"],
    ["-3.25", '0.00" kg"', "-3.25 kg"],
    ["12500", '#,##0" kg"', "12,500 kg"],
    ["12500", '[$€-407]#,##0.0" je kg"', "€12,500.0 je kg"],
    ["1234.5", '#,##0.00" kr"', "1,234.50 kr"],
    ["5", '0" Tage"', "5 Tage"],
    ["5", "General\\ \\x", "5 x"],
    ["3", '"Q"0', "Q3"],
    ["1", '[=1]"Female";[=2]"Male"', "Female"],
    ["2", '[=1]"Female";[=2]"Male"', "Male"],
    ["3", '[=1]"Female";[=2]"Male"', "3"],
    ["3", '[=1]"Female";[=2]"Male";"other"', "other"],
    ["0", '0;;"Yes"', "Yes"],
    ["1", '"Yes";"Yes";"No"', "Yes"],
    ["-1", '"up";"down";"flat"', "down"],
    ["0", '"up";"down";"flat"', "flat"],
    ["2500000", '[>=1000000]0.0,,"M"', "2.5M"],
    ["2500000", '[>=1000000]0.0,,"M";[>=1000]0.0,"K";0', "2.5M"],
    ["1250", '[>=1000000]0.0,,"M";[>=1000]0.0,"K";0', "1.3K"],
    ["12.5", '[>=1000000]0.0,,"M";[>=1000]0.0,"K";0', "12.5"],
    ["12500", "#,##0,", "13"],
    ["1.25", "# ?/?", "1 1/4"],
    ["0.5", "# ??/??", "1/2"],
    ["12345", "0.00E+00", "1.23E+04"],
    ["0.25", '0%" of sales"', "25% of sales"],
    ["42", '"Ref "@', "42"],
    ["1.1458333333333333", "[h]:mm", "27:30"],
    ["1.1458333333333333", "[hh]:mm:ss", "27:30:00"],
    ["0.0511", "[mm]:ss", "73:35"],
    ["0.0007", "mm:ss.0", "01:00.5"],
    ["0.75", "h:mm", "18:00"],
    ["0.75", "[$-409]h:mm AM/PM;@", "6:00 PM"],
    ["0", "h:mm", "0:00"],
  ])("%s formatted as %s is %s", (value, code, text) => {
    expect(shown(value, code)).toBe(text);
  });

  it("numbers with a hiding or invalid format are plain numbers; hidden zeros are blank", () => {
    expect(shown("5", ";;;")).toBe("5");
    expect(shown("0", ";;;")).toBe("");
    expect(shown("0", "0;-0;;@")).toBe("");
    expect(shown("5", '0"unclosed')).toBe("5");
    expect(shown("5", "0;0;0;0;0")).toBe("5");
    expect(shown("5", "constructor")).not.toBe("");
    expect(shown("1e300", '"a"[h]')).not.toBe("");
    expect(shown("", '"a"0')).toBe("");
  });
});

describe("dates are in ISO 8601, whatever their format", () => {
  it.each([
    ["45322", "yyyy-mm-dd", "2024-01-31"],
    ["45322", 'dd"."mm\\.yyyy;@', "2024-01-31"],
    ["45322", "[$-407]d. mmmm yyyy", "2024-01-31"],
    ["45322", "[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy", "2024-01-31"],
    ["45322", "mmm-yy", "2024-01-31"],
    ["45322", 'yyyy"年"m"月"d"日"', "2024-01-31"],
    ["45322.5", "m/d/yyyy h:mm", "2024-01-31 12:00"],
    ["43363.999988426", "yyyy-mm-dd hh:mm:ss", "2018-09-20 23:59:59"],
    ["45322.75", "h:mm", "2024-01-31 18:00"],
    ["1", "yyyy-mm-dd", "1900-01-01"],
    ["61", "yyyy-mm-dd", "1900-03-01"],
    ["-5", "yyyy-mm-dd", "-5"],
    ["0", "yyyy-mm-dd", ""],
    ["0", "d/m/yyyy h:mm", ""],
    ["0.5", "d/m/yyyy h:mm", "12:00"],
    ["0", 'd/m/yyyy;;"none"', "none"],
    ["0", '[=0]"";d/m/yyyy', ""],
    ["45322", '[=0]"";d/m/yyyy', "2024-01-31"],
  ])("%s formatted as %s is %j", (value, code, text) => {
    expect(shown(value, code)).toBe(text);
  });

  it("1904 workbooks count days from 1904", () => {
    expect(shown("0", "d/m/yyyy", true)).toBe("1904-01-01");
    expect(shown("1.5", "[h]:mm", true)).toBe("36:00");
  });

  it("dates stored as text are written as a day, or with their time", () => {
    expect(isoDateText("2024-01-31T00:00:00")).toBe("2024-01-31");
    expect(isoDateText("2024-01-31T09:30:00.000Z")).toBe("2024-01-31 09:30");
  });
});

it("texts include the literal text of their format", () => {
  expect(formattedText("42-B", formatOf('"Ref "@'))).toBe("Ref 42-B");
  expect(formattedText("open", formatOf('0;-0;0;@" (see notes)"'))).toBe("open (see notes)");
  expect(formattedText("kept", formatOf(";;;"))).toBe("kept");
  expect(formattedText("kept", formatOf('0;0;0;"hidden"'))).toBe("kept");
  expect(formattedText("kept", undefined)).toBe("kept");
  const long = "a".repeat(10_000_000);
  expect(formattedText(long, formatOf(`"x"${"@".repeat(250)}`))).toBe(long);
});
