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
  retry: "Retry",
  trail: "Breadcrumbs",
  save: "Save",
  typeToConfirm: (text: string) => `Type ${text} to confirm`,
  readOnly: "This key is read-only.",
  needsAdmin: "This needs an admin key.",
  failure: {
    away: "The service can't be reached",
    awayHint: "It may be restarting. This page reconnects automatically.",
    requestId: (id: string) => `Details are in the service log under request id ${id}.`,
    titleOf: (status: number): string => {
      if (status === 403) return "This key isn't allowed to do that";
      if (status === 404) return "Not found";
      if (status === 413) return "Too large";
      if (status === 429) return "Too many requests";
      return status >= 500 ? "Server error" : "Request refused";
    },
  },
};
