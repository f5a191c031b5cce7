import createClient from "openapi-fetch";
import { ApiError } from "./api-error.ts";
import type { components, paths } from "./contract.gen.ts";

/** Base path of the contract's routes that accept the session's key in place of a token. */
export const API_BASE = "/console/api";

/** The contract, typed: `rest.GET("/v1/collections", { params })`. Wrap calls in `answerOf`. */
export const rest = createClient<paths>({ baseUrl: API_BASE });

/** The contract's messages by name, as JSON. */
export type Message<Name extends keyof components["schemas"]> = components["schemas"][Name];

interface Answered<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The answer's body; throws an `ApiError` for every status that is not a success. */
export const answerOf = async <Data>(call: Promise<Answered<Data>>): Promise<NonNullable<Data>> => {
  const { data, error, response } = await call;
  if (!response.ok) throw ApiError.ofResponse(response, error);
  return data as NonNullable<Data>;
};
