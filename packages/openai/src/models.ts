import { Boundary, Scope } from "@quarry/api";
import type { GroupRoute } from "@quarry/http/protocols";
import type { OpenEmbedder, PluginsShape } from "@quarry/host";
import { ApiProblem } from "./problems.ts";
import type { OpenAiOptions, Services } from "./services.ts";

type Model = OpenEmbedder["capabilities"]["models"][number];

/** Embedding model, by the name that clients use. */
export interface NamedModel {
  readonly id: string;
  readonly embedder: OpenEmbedder;
  readonly model: Model;
}

/**
 * Returns the models that do not need a key of the caller, and their aliases. For equal names, the alias takes
 * precedence, then the embedder that is configured first.
 */
export const namedModels = (
  { embedders, defaultEmbedder }: PluginsShape,
  { modelAliases }: OpenAiOptions,
): ReadonlyMap<string, NamedModel> => {
  const named = new Map<string, NamedModel>();
  const add = (id: string, embedder: OpenEmbedder, model: Model) => {
    if (!named.has(id)) named.set(id, { id, embedder, model });
  };
  for (const [alias, { embedder: name, model: wanted }] of Object.entries(modelAliases)) {
    const embedder = embedders.get(name);
    const models = embedder?.capabilities.models ?? [];
    const model = wanted === undefined ? models[0] : models.find((each) => each.name === wanted);
    if (embedder !== undefined && model !== undefined) add(alias, embedder, model);
  }
  for (const embedder of [defaultEmbedder, ...embedders.values()]) {
    if (embedder.capabilities.credential === "required") continue;
    for (const model of embedder.capabilities.models) add(model.name, embedder, model);
  }
  return named;
};

export const noSuchModel = (id: string): ApiProblem =>
  new ApiProblem(
    "not_found",
    `The model '${id.slice(0, 100)}' does not exist; GET /v1/models lists the existing ones`,
    "model",
    "model_not_found",
  );

const show = ({ id, embedder }: NamedModel) => ({ id, object: "model", created: 0, owned_by: embedder.name });

/** Creates the routes `GET /v1/models` and `GET /v1/models/{model}`. */
export const modelRoutes = ({ plugins }: Services, options: OpenAiOptions): readonly GroupRoute[] => {
  const read = { verb: "GET", scope: Scope.READ, boundary: Boundary.UNTOUCHED } as const;
  return [
    {
      ...read,
      path: "/v1/models",
      answer: async () => ({ json: { object: "list", data: [...namedModels(plugins, options).values()].map(show) } }),
    },
    {
      ...read,
      path: "/v1/models/{model}",
      answer: async (request) => {
        const id = request.path("model");
        const model = namedModels(plugins, options).get(id);
        if (model === undefined) throw noSuchModel(id);
        return { json: show(model) };
      },
    },
  ];
};
