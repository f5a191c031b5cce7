import type { MessageInitShape } from "@bufbuild/protobuf";
import type { CountFacetsRequest, CountFacetsResponseSchema, FacetSchema } from "@quarry/api";
import type { FacetQuery } from "@quarry/catalog";
import type { Facet, FacetCount } from "@quarry/store";
import { fromSearchMode } from "./messages.ts";

export const fromFacetRequest = ({ searchMode, ...request }: CountFacetsRequest): FacetQuery => ({
  ...request,
  searchMode: fromSearchMode(searchMode),
});

export const toFacetResponse = (
  fields: readonly string[],
  { total, facets }: FacetCount,
): MessageInitShape<typeof CountFacetsResponseSchema> => ({
  total,
  facets: facets.map((facet, index) => toFacet(fields[index]!, facet)),
});

const toFacet = (field: string, facet: Facet): MessageInitShape<typeof FacetSchema> => ({
  field,
  values: facet.values.map(({ value, count }) => ({
    ...(typeof value === "string" && { string: value }),
    ...(typeof value === "number" && { number: value }),
    ...(typeof value === "boolean" && { boolean: value }),
    count,
  })),
  valueCount: facet.valueCount,
  documents: facet.present,
  missing: facet.missing,
  ...(facet.numbers !== undefined && facet.numbers),
  ...(facet.dates !== undefined && { earliest: facet.dates.min, latest: facet.dates.max }),
});
