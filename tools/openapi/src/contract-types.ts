import openapiTypes, { astToString } from "openapi-typescript";
import { sampleDocument } from "./sample-document.ts";

/** The contract's paths and messages as TypeScript types, for the console's pages. */
export const contractTypes = async (): Promise<string> => {
  const nodes = await openapiTypes(sampleDocument(true) as Parameters<typeof openapiTypes>[0], {
    alphabetize: true,
    defaultNonNullable: false,
  });
  return astToString(nodes);
};
