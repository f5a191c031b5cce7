import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callWithHeaders } from "../../../api/rest.ts";
import { documentForms } from "../../../strings/document-forms.ts";
import { notifyDone } from "../../../ui/toast.tsx";
import type { NewDocument } from "./add-form.ts";

const texts = documentForms.add;

/** Adds a text or a page, and reports the outcome. */
export const useAddDocument = (collection: string, onAdded: () => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (document: NewDocument) => {
      const request = { ...document, collection_name: collection };
      const { headers } = await callWithHeaders("POST /v1/collections/{collection_name}/documents", request);
      return headers.get("x-document-outcome") ?? "added";
    },
    onSuccess: (outcome) => {
      notifyDone(texts.outcomes[outcome] ?? texts.outcomes["added"]!);
      onAdded();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["documents", collection] }),
  });
};
