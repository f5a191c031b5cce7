import { useQuery } from "@tanstack/react-query";
import { call } from "../../../api/rest.ts";

/**
 * File extensions that the service reads; empty until they are loaded. They change if the service restarts with another
 * config.
 */
export const useFileTypes = (): readonly string[] => {
  const { data } = useQuery({
    queryKey: ["file-types"],
    queryFn: async ({ signal }) => (await call("GET /v1/file-types", {}, signal)).file_types,
    staleTime: Infinity,
  });
  return data?.map(({ extension }) => extension) ?? [];
};
