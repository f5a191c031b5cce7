export const common = {
  cancel: "Cancel",
  close: "Close",
  copied: "Copied",
  copy: "Copy",
  create: "Create",
  delete: "Delete",
  loading: "Loading",
  notCopied: "Not copied",
  notes: "Messages",
  retry: "Try again",
  trail: "Where this page is",
  save: "Save",
  typeToConfirm: (text: string) => `Type ${text} to confirm`,
  readOnly: "This key may only read.",
  needsAdmin: "This needs a key with the scope admin.",
  failure: {
    away: "The service can't be reached",
    awayHint: "It may be restarting. This page goes on by itself when it is back.",
    requestId: (id: string) => `The service's log has more, under the request id ${id}.`,
    titleOf: (status: number): string => {
      if (status === 403) return "This key may not do that";
      if (status === 404) return "Not there (any more)";
      if (status === 413) return "Too large";
      if (status === 429) return "Too many requests";
      return status >= 500 ? "Something went wrong in the service" : "The service refused this";
    },
  },
};
