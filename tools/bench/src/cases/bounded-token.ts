import { createHmac } from "node:crypto";
import type { Case } from "../harness/bench.ts";
import { each } from "../harness/measure.ts";
import { Caller } from "../support/caller.ts";
import { askedIn, MODES, QUERY_PATH, startLibrary } from "../support/library.ts";
import { libraryQuestions } from "../support/library-rows.ts";

const FILTER = { tens: 3 };

export default {
  summary: "queries with a user's token, which carries a filter, against the same filter in the request; any --rows",
  run: async (bench) => {
    const quarry = await startLibrary(bench, bench.rows(100_000, 1_000));
    const { key } = await quarry.call<{ readonly key: string }>("POST", "/v1/admin/keys", {
      ...{ name: `bench-${Date.now()}`, scope: "read", signing: "HS256" },
    });
    const { keys } = await quarry.call<{ readonly keys: readonly { readonly name: string }[] }>(
      "GET",
      "/v1/admin/keys",
    );
    const token = signed(key, keys.at(-1)!.name);
    const trusted = bench.use(new Caller(quarry));
    const user = bench.use(new Caller({ port: quarry.port, authorization: `Bearer ${token}` }));
    for (const search_mode of MODES) {
      const questions = libraryQuestions(bench.scaled(100, 4), 61);
      const ask = (caller: Caller, filters?: object) => () =>
        each(
          questions,
          (question) => caller.call("POST", QUERY_PATH, { ...askedIn(search_mode, question), filters }),
          quarry,
        );
      await bench.compare({
        ...{ reference: "the filter in the request", rounds: 5 },
        ...{ subject: ask(user), other: ask(trusted, FILTER) },
        figures: {
          p50: [`${search_mode} p50`, "ms", { difference: 0.3 }],
          cpu: [`${search_mode} server CPU`, "ms"],
        },
      });
    }
  },
} satisfies Case;

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Returns a token that a backend signs for one of its users. */
const signed = (secret: string, kid: string): string => {
  const now = Math.floor(Date.now() / 1_000);
  const claims = { sub: "bench", iat: now, exp: now + 86_000, filter: FILTER };
  const head = `${encode({ alg: "HS256", typ: "JWT", kid })}.${encode(claims)}`;
  return `${head}.${createHmac("sha256", secret).update(head).digest("base64url")}`;
};
