import { useQuery } from "@tanstack/react-query";
import { call } from "../../../api/rest.ts";

/** The extensions that the service reads; none until it has said so. They change when it is started with another config. */
export const useFileTypes = (): readonly string[] => {
  const { data } = useQuery({
    queryKey: ["file-types"],
    queryFn: async ({ signal }) => (await call("GET /v1/file-types", {}, signal)).file_types,
    staleTime: Infinity,
  });
  return data?.map(({ extension }) => extension) ?? [];
};
