import { ConstantTexts } from "./constant-text.ts";
import { parse, walk } from "./syntax.ts";

/** A regular expression in a file. */
export interface Expression {
  /** Literal form: `/pattern/flags`. */
  readonly literal: string;
  readonly pattern: string;
  readonly flags: string;
  readonly line: number;
}

export interface FileExpressions {
  readonly expressions: readonly Expression[];
  /** Source text of `RegExp` calls whose pattern is only known at run time. */
  readonly built: readonly { readonly call: string; readonly line: number }[];
}

/** Returns every regular expression of a file: literals, and `RegExp` calls with its constants. */
export const expressionsIn = (source: string, filename: string): FileExpressions => {
  const program = parse(source, filename);
  const constants = new ConstantTexts(program);
  const expressions: Expression[] = [];
  const built: FileExpressions["built"][number][] = [];
  const lineOf = (start: number): number => source.slice(0, start).split("\n").length;
  const add = (pattern: string, flags: string, start: number): void => {
    expressions.push({ literal: `/${pattern}/${flags}`, pattern, flags, line: lineOf(start) });
  };
  walk(program, ({ type, start, end, regex, callee, arguments: input = [] }) => {
    if (type === "Literal" && regex !== undefined) return add(regex.pattern, regex.flags, start);
    if ((type !== "NewExpression" && type !== "CallExpression") || callee?.name !== "RegExp") return;
    const pattern = constants.textOf(input[0]);
    const flags = input.length < 2 ? "" : constants.textOf(input[1]);
    if (pattern === undefined || flags === undefined) {
      built.push({ call: source.slice(start, end).replaceAll(/\s+/g, " "), line: lineOf(start) });
    } else add(pattern, flags, start);
  });
  return { expressions, built };
};
