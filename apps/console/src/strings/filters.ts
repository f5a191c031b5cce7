import { formatCount } from "../ui/format.ts";

const documentsOf = (count: number): string => (count === 1 ? "document" : `${formatCount(count)} documents`);

export const filters = {
  label: "Filters",
  hint: "Results must match all conditions.",
  asForm: "Form",
  asJson: "JSON",
  add: "Add condition",
  remove: (field: string) => `Remove condition on ${field === "" ? "no field" : field}`,
  field: "Field",
  operator: "Condition",
  value: "Value",
  valueHint: "Numbers, true and false are typed values; quote them for text. Separate several values by commas.",
  json: "Filter as JSON",
  notJson: (reason: string) => `Not a JSON object: ${reason}`,
  notInForm: "This filter can only be shown as JSON.",
  operators: {
    $eq: "is",
    $ne: "is not",
    $gt: "is greater than",
    $gte: "is at least",
    $lt: "is less than",
    $lte: "is at most",
    $in: "is one of",
    $nin: "is none of",
    $contains: "contains",
    $not_contains: "does not contain",
    $exists: "exists",
  },
  facets: {
    label: "Facets",
    hint: (count: number) => `Number of documents per value, of the ${documentsOf(count)} that match the filters.`,
    hintFound: (count: number) => `Number of documents per value, of the ${documentsOf(count)} found.`,
    documents: (count: number) => (count === 1 ? "document" : "documents"),
    more: (count: number) => `and ${formatCount(count)} more`,
    range: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
  },
};
