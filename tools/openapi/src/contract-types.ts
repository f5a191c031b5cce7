import { fileURLToPath } from "node:url";
import openapiTypes, { astToString } from "openapi-typescript";
import { format, resolveConfig } from "prettier";
import { sampleDocument } from "./sample-document.ts";

/** The contract's paths and messages as TypeScript types, for the console's pages. */
export const CONTRACT_TYPES_FILE = fileURLToPath(
  new URL("../../../apps/console/src/api/contract.gen.ts", import.meta.url),
);

const HEADING = "// Made from the contract by `npm run generate`. Do not edit.\n\n";

export const contractTypes = async (): Promise<string> => {
  const nodes = await openapiTypes(sampleDocument(true) as Parameters<typeof openapiTypes>[0], {
    alphabetize: true,
    defaultNonNullable: false,
  });
  const options = { ...(await resolveConfig(CONTRACT_TYPES_FILE)), parser: "typescript" as const };
  return await format(HEADING + astToString(nodes), options);
};
