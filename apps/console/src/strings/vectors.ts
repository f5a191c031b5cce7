const number = new Intl.NumberFormat("en");

const counted = (count: number, one: string, many: string): string =>
  `${number.format(count)} ${count === 1 ? one : many}`;

/** Texts of the tab of direct vectors. */
export const vectors = {
  title: "Direct vectors",
  description:
    "Entries with text and vector that programs write directly, without ingestion. Search returns them like chunks.",
  count: (count: number) => counted(count, "entry", "entries"),
  add: "Add entry",
  find: "Find by id",
  filters: "Filters",
  columns: { id: "Id", text: "Text", vector: "Vector", metadata: "Metadata", actions: "Actions" },
  hasVector: "yes",
  noVector: "keyword only",
  empty: "No direct vectors",
  emptyText: "Add one here, or write them with POST …/vectors/upsert.",
  nothing: "No matching entries",
  nothingHint: "Try another id or fewer filters.",
  shown: (shown: number) => `The first ${counted(shown, "entry", "entries")}`,
  more: "Show more",
  edit: (id: string) => `Edit ${id}`,
  remove: (id: string) => `Delete ${id}`,
  deleteTitle: "Delete this entry?",
  deleteText: (id: string) => `${id} disappears from search at once. This can't be undone.`,
  deleteLabel: "Delete entry",
  deleted: "Entry deleted",
  notDeleted: "The entry could not be deleted",
  form: {
    addTitle: "Add an entry",
    editTitle: "Replace the entry",
    submit: "Save entry",
    saved: "Entry saved",
    id: "Id",
    idHint: "Unique in the collection. An entry with the same id is replaced.",
    text: "Text",
    source: "Vector",
    sources: { embed: "Embed the text", own: "Own vector", none: "No vector" },
    noneHint: "Without a vector an entry is found by keyword search alone.",
    embedding: "Vector values",
    embeddingHint: (dimension: number) => `A JSON array of ${counted(dimension, "number", "numbers")}.`,
    embeddingWrong: (dimension: number) => `Must be a JSON array of ${counted(dimension, "number", "numbers")}.`,
    metadata: "Metadata",
    metadataHint: "A JSON object, returned with results and usable in filters.",
    metadataWrong: "Must be a JSON object.",
  },
};
