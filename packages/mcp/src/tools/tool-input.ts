import { nearName, pagingProblem } from "@quarry/plugin/domain";
import { z } from "zod";

/** The input of a tool: no other field may be given, and one that is close to a field is told what is meant. */
export const toolInput = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === "unrecognized_keys" ? toldNames(issue.keys, Object.keys(shape)) : undefined),
  });

const MOST_TOLD = 8;

const toldNames = (names: readonly string[], known: readonly string[]): string =>
  names
    .slice(0, MOST_TOLD)
    .map((name) => {
      const told = JSON.stringify(name.slice(0, 64));
      const paging = pagingProblem(name, known);
      if (paging !== undefined) return `${told}: ${paging}`;
      const meant = nearName(name, known);
      return `${told} is no field of this tool${meant === undefined ? "" : `; did you mean ${JSON.stringify(meant)}?`}`;
    })
    .join(". ");
