import { formatCount } from "../ui/format.ts";

const documentsOf = (count: number): string => (count === 1 ? "document" : `${formatCount(count)} documents`);

export const filters = {
  label: "Filters",
  hint: "Only what has metadata that matches all of them.",
  asForm: "Form",
  asJson: "JSON",
  add: "Add a condition",
  remove: (field: string) => `Remove the condition on ${field === "" ? "no field yet" : field}`,
  field: "Field",
  operator: "Condition",
  value: "Value",
  valueHint:
    "Numbers, true and false count as such; put a text in quotes to keep it a text. Several: separated by commas.",
  json: "Filter as JSON",
  notJson: (reason: string) => `This is no JSON object: ${reason}`,
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
    label: "Narrow by value",
    hint: (count: number) => `Of the ${documentsOf(count)} that the filters match, so many have each value.`,
    hintFound: (count: number) => `Of the ${documentsOf(count)} that were found, so many have each value.`,
    documents: (count: number) => (count === 1 ? "document" : "documents"),
    more: (count: number) => `and ${formatCount(count)} more`,
    range: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
  },
};
