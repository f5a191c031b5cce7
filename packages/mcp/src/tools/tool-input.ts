import { nearName, pagingProblem } from "@quarry/plugin/domain";
import { z } from "zod";

/**
 * Builds the input schema of a tool: other fields are rejected, with a suggestion if the name is similar to a known
 * field.
 */
export const toolInput = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === "unrecognized_keys" ? toldNames(issue.keys, Object.keys(shape)) : undefined),
  });

const MOST_TOLD = 8;

const toldNames = (names: readonly string[], known: readonly string[]): string =>
  names
    .slice(0, MOST_TOLD)
    .map((name) => {
      const reported = JSON.stringify(name.slice(0, 64));
      const paging = pagingProblem(name, known);
      if (paging !== undefined) return `${reported}: ${paging}`;
      const meant = nearName(name, known);
      return `${reported} is not a field of this tool${meant === undefined ? "" : `; did you mean ${JSON.stringify(meant)}?`}`;
    })
    .join(". ");
