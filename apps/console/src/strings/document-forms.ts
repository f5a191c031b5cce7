const number = new Intl.NumberFormat("en");

const documentsOf = (count: number | undefined): string =>
  count === undefined ? "documents" : `${number.format(count)} ${count === 1 ? "document" : "documents"}`;

export const documentForms = {
  notObject: 'Must be a JSON object, such as {"team": "docs"}',
  edit: {
    open: "Edit",
    title: "Edit the document",
    filename: "File name",
    filenameHint: "The extension can't change.",
    filenameHintChunks: "Any name for the source of its chunks.",
    metadata: "Metadata",
    metadataHint: "As JSON. Filters use it from the next query on; nothing is reprocessed.",
    metadataHintChunks: "As JSON. Metadata of single chunks stays.",
    externalId: "External id",
    externalIdHint: "Your own id, unique in the collection; empty for none.",
    expires: "Expires at",
    expiresHint: "The document is then removed; empty for never.",
    saved: "Document updated",
    outrun: "Someone else changed the document meanwhile. The form shows the current state; your input was not saved.",
  },
  add: {
    open: "Add a text or page",
    title: "Add a text or a page",
    submit: "Add",
    kind: "Type",
    kinds: { text: "Text", page: "Web page" },
    text: "Text",
    textHint: "Parsed as Markdown: headings become sections.",
    url: "URL",
    urlHint: "The service fetches the page without running scripts; addresses in private networks are refused.",
    filename: "File name",
    filenameHint: "The extension selects the parser, such as .txt or .html; empty: Markdown.",
    pageNameHint: "Empty: from the URL.",
    metadataHint: "As JSON, to filter by.",
    onConflict: "If the external id is taken",
    conflicts: {
      replace: { label: "Replace it", hint: "The current version stays searchable until the new one is ready." },
      skip: { label: "Skip", hint: "Nothing is added." },
      error: { label: "Fail", hint: "Nothing is added, and the error names the document." },
    },
    outcomes: {
      added: "Added; it will be searchable in a moment",
      replaced: "The document will be replaced in a moment",
      updated: "Metadata updated; the content is unchanged",
      unchanged: "The document is unchanged",
      skipped: "Skipped: the document exists",
    } as Readonly<Record<string, string>>,
  },
  bulk: {
    counting: "Counting…",
    counted: (count: number) => (count === 1 ? "1 document matches." : `${number.format(count)} documents match.`),
    delete: {
      title: (count: number | undefined) => `Delete ${documentsOf(count)}?`,
      text: "Deletes their files and all their chunks. They disappear from search at once. This can't be undone.",
      confirm: (count: number | undefined) => `Delete ${documentsOf(count)}`,
      doing: "Deleting",
      did: (count: number) => `${documentsOf(count)} deleted`,
      failed: (count: number) => `${documentsOf(count)} could not be deleted`,
    },
    reprocess: {
      title: (count: number | undefined) => `Reprocess ${documentsOf(count)}?`,
      text: "They are parsed, chunked and embedded again. Current chunks stay searchable until they are replaced.",
      confirm: (count: number | undefined) => `Reprocess ${documentsOf(count)}`,
      doing: "Queueing for reprocessing",
      did: (count: number) => `${documentsOf(count)} queued for reprocessing`,
      failed: (count: number) => `${documentsOf(count)} could not be queued`,
    },
    update: {
      open: "Edit",
      title: (count: number | undefined) => `Update ${documentsOf(count)}`,
      text: "Nothing is reprocessed.",
      confirm: (count: number | undefined) => `Update ${documentsOf(count)}`,
      doing: "Updating",
      did: (count: number) => `${documentsOf(count)} updated`,
      failed: (count: number) => `${documentsOf(count)} could not be updated`,
      metadataHint: "As JSON: fields are added or replaced in each document, and null removes one.",
      expiry: "Expiry",
      expiries: { keep: "Keep", at: "At a time", never: "Never" },
    },
  },
  operations: {
    label: "Running operations",
    kinds: {
      delete_documents: "Deleting documents",
      reprocess_documents: "Queueing documents for reprocessing",
      update_documents: "Updating documents",
      delete_vectors: "Deleting entries",
      truncate: "Deleting all documents and entries",
    },
    progress: (done: number, of: number, failed: number) =>
      `${number.format(done)} of ${number.format(of)}${failed > 0 ? `, ${number.format(failed)} failed` : ""}`,
    hint: "It continues when this page is closed.",
    cancel: "Cancel",
    cancelOf: (kind: string) => `Cancel: ${kind}`,
    notCancelled: "It could not be cancelled",
    /** Formats the number of items that an operation changes. */
    counted: (kind: string, count: number) =>
      kind === "truncate"
        ? `${number.format(count)} documents and entries`
        : kind === "delete_vectors"
          ? `${number.format(count)} ${count === 1 ? "entry" : "entries"}`
          : documentsOf(count),
    ended: {
      completed: (done: string) => `Completed: ${done}`,
      cancelled: (done: string) => `Cancelled after ${done}`,
      failed: (done: string) => `Failed after ${done}`,
    },
    errors: (failed: string) => `${failed} failed`,
  },
};
