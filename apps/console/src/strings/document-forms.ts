const number = new Intl.NumberFormat("en");

const documentsOf = (count: number | undefined): string =>
  count === undefined ? "documents" : `${number.format(count)} ${count === 1 ? "document" : "documents"}`;

export const documentForms = {
  notObject: 'It has to be a JSON object, such as {"team": "docs"}',
  edit: {
    open: "Edit",
    title: "Edit the document",
    filename: "File name",
    filenameHint: "Of the same type: its extension stays.",
    filenameHintChunks: "Whatever you call where its chunks are from.",
    metadata: "Metadata",
    metadataHint: "As JSON. Filters know it with the next query; nothing is read or embedded again.",
    metadataHintChunks: "As JSON. What was given with a chunk itself stays.",
    externalId: "Own id",
    externalIdHint: "What your programs call it, unique in the collection; empty for none.",
    expires: "Expires at",
    expiresHint: "From this moment on it is found no more, and is removed; empty for never.",
    saved: "Document changed",
    outrun: "Somebody else has changed the document meanwhile. This is how it is now; what you had typed is not saved.",
  },
  add: {
    open: "Add a text or page",
    title: "Add a text or a page",
    submit: "Add",
    kind: "What to add",
    kinds: { text: "Text", page: "Page at an address" },
    text: "Text",
    textHint: "Read as Markdown: its headings become sections.",
    url: "Address",
    urlHint:
      "The service fetches it when its turn comes. No scripts are run; addresses in private networks are refused.",
    filename: "File name",
    filenameHint: "Its ending says how the text is read, such as .txt or .html; empty: Markdown.",
    pageNameHint: "Empty: as the address says.",
    metadataHint: "As JSON, to filter by.",
    onConflict: "Where a document has this own id already",
    conflicts: {
      replace: { label: "Replace it", hint: "It keeps its place and answers until the new one is ready." },
      skip: { label: "Leave it as it is", hint: "Then nothing is added." },
      error: { label: "Refuse", hint: "Nothing is added, and it is named." },
    },
    outcomes: {
      added: "Added; it can be searched in a moment",
      replaced: "The document is replaced in a moment",
      updated: "Only the metadata was new",
      unchanged: "The document is the same already",
      skipped: "There is such a document: nothing was added",
    } as Readonly<Record<string, string>>,
  },
  bulk: {
    counting: "Counting what it is about…",
    counted: (count: number) => (count === 1 ? "1 document matches." : `${number.format(count)} documents match.`),
    delete: {
      title: (count: number | undefined) => `Delete ${documentsOf(count)}?`,
      text: "With their files and all their chunks. They can't be found any more at once, and can't be brought back.",
      confirm: (count: number | undefined) => `Delete ${documentsOf(count)}`,
      doing: "Deleting",
      did: (count: number) => `${documentsOf(count)} deleted`,
      failed: (count: number) => `${documentsOf(count)} could not be deleted`,
    },
    reprocess: {
      title: (count: number | undefined) => `Process ${documentsOf(count)} again?`,
      text: "They are read, cut and embedded again. What can be searched stays so until it is replaced.",
      confirm: (count: number | undefined) => `Process ${documentsOf(count)} again`,
      doing: "Queueing to be processed again",
      did: (count: number) => `${documentsOf(count)} queued to be processed again`,
      failed: (count: number) => `${documentsOf(count)} could not be queued`,
    },
    update: {
      open: "Edit",
      title: (count: number | undefined) => `Change ${documentsOf(count)}`,
      text: "Nothing is read or embedded again.",
      confirm: (count: number | undefined) => `Change ${documentsOf(count)}`,
      doing: "Changing",
      did: (count: number) => `${documentsOf(count)} changed`,
      failed: (count: number) => `${documentsOf(count)} could not be changed`,
      metadataHint: "As JSON: members are added or replaced in each document, and null takes one away.",
      expiry: "When they expire",
      expiries: { keep: "As it is", at: "At a moment", never: "Never" },
    },
  },
  operations: {
    label: "Work that goes on",
    kinds: {
      delete_documents: "Deleting documents",
      reprocess_documents: "Queueing documents to be processed again",
      update_documents: "Changing documents",
      delete_vectors: "Deleting entries",
      truncate: "Deleting all documents and entries",
    },
    progress: (done: number, of: number, failed: number) =>
      `${number.format(done)} of ${number.format(of)}${failed > 0 ? `, ${number.format(failed)} failed` : ""}`,
    hint: "It goes on by itself, also when this page is closed.",
    cancel: "Cancel",
    cancelOf: (kind: string) => `Cancel: ${kind}`,
    notCancelled: "It could not be cancelled",
    /** Number of items that an operation changes. */
    counted: (kind: string, count: number) =>
      kind === "truncate"
        ? `${number.format(count)} documents and entries`
        : kind === "delete_vectors"
          ? `${number.format(count)} ${count === 1 ? "entry" : "entries"}`
          : documentsOf(count),
    ended: {
      completed: (done: string) => `Done with ${done}`,
      cancelled: (done: string) => `Cancelled. ${done} had been done and stay so`,
      failed: (done: string) => `Given up after ${done}`,
    },
    errors: (failed: string) => `${failed} could not be done`,
  },
};
