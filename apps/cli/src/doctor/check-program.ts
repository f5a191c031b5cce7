import { VERSION } from "../version.ts";
import { type Finding, ok, problem } from "./finding.ts";

const MINIMUM_NODE = 24;

/** Checks the program itself. */
export const checkProgram = (): readonly Finding[] => {
  const major = Number(process.versions.node.split(".")[0]);
  return [
    ok("version", VERSION),
    major >= MINIMUM_NODE
      ? ok("node", process.version)
      : problem("node", `${process.version} is too old`, `start with Node ${MINIMUM_NODE} or newer`),
  ];
};
