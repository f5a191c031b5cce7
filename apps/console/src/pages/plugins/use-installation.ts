import { useQuery } from "@tanstack/react-query";
import { answerOf, type Message, rest } from "../../api/rest.ts";

export type Plugin = Message<"Plugin">;
export type Configuration = Message<"Configuration">;

/** The plugins that are loaded, each asked how it is. */
export const usePlugins = () =>
  useQuery({
    queryKey: ["plugins"],
    queryFn: async () => (await answerOf(rest.GET("/v1/admin/plugins"))).plugins,
  });

/** Configuration of the service: until the next start only the use of a local model changes it. */
export const useConfiguration = () =>
  useQuery({
    queryKey: ["configuration"],
    queryFn: () => answerOf(rest.GET("/v1/admin/config")),
    staleTime: 60_000,
  });
