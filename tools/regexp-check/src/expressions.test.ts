import { expect, it } from "vitest";
import { expressionsIn } from "./expressions.ts";

it("finds literals and expressions built of constants, and reports others", () => {
  const source = String.raw`
    const WORD: string = "a+";
    export const LIST = ["x", WORD].join("|");
    const all = /b[/]c\/\d/giu.test(name as string);
    const one = new RegExp(${"`^${WORD}$`"});
    const two = RegExp(String.raw${"`\\d${LIST}`"} + /[z]/.source, "u");
    const three = new RegExp(
      name,
      "g",
    );
  `;
  const { expressions, built } = expressionsIn(source, "a.ts");
  expect(expressions.map(({ literal, line }) => `${line} ${literal}`)).toEqual([
    String.raw`4 /b[/]c\/\d/giu`,
    "5 /^a+$/",
    String.raw`6 /\dx|a+[z]/u`,
    "6 /[z]/",
  ]);
  expect(built).toEqual([{ call: 'new RegExp( name, "g", )', line: 7 }]);
});

it("reads TSX too", () => {
  const { expressions } = expressionsIn("export const Page = () => <p title={/a/g.source}>/b/</p>;", "page.tsx");
  expect(expressions.map(({ literal }) => literal)).toEqual(["/a/g"]);
});
