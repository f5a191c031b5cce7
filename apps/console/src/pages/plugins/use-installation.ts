import { useQuery } from "@tanstack/react-query";
import { call, type contract, type Message } from "../../api/rest.ts";

export type Plugin = Message<contract.Plugin>;
export type Configuration = Message<contract.Configuration>;

/** Query for the loaded plugins, with the health of each. */
export const usePlugins = () =>
  useQuery({
    queryKey: ["plugins"],
    queryFn: async () => (await call("GET /v1/admin/plugins", {})).plugins,
  });

/** Query for the service's configuration. Until the next start only the use of a local model changes it. */
export const useConfiguration = () =>
  useQuery({
    queryKey: ["configuration"],
    queryFn: () => call("GET /v1/admin/config", {}),
    staleTime: 60_000,
  });
