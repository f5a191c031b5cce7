import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../../../api/api-error.ts";
import { type Message, rest } from "../../../api/rest.ts";
import { documentForms } from "../../../strings/document-forms.ts";
import { tellDone } from "../../../ui/toast.tsx";

const texts = documentForms.add;

/** Adds a text or a page, and reports the outcome. */
export const useAddDocument = (collection: string, onAdded: () => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Message<"CreateDocumentRequest">) => {
      const path = { collection_name: collection };
      const call = rest.POST("/v1/collections/{collection_name}/documents", { params: { path }, body });
      const { error, response } = await call;
      if (!response.ok) throw ApiError.ofResponse(response, error);
      return response.headers.get("x-document-outcome") ?? "added";
    },
    onSuccess: (outcome) => {
      tellDone(texts.outcomes[outcome] ?? texts.outcomes["added"]!);
      onAdded();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["documents", collection] }),
  });
};
