// Everything that is said, in one place for each area. English first.
import { collections } from "./collections.ts";
import { common } from "./common.ts";
import { documents } from "./documents.ts";
import { jobs } from "./jobs.ts";
import { keys } from "./keys.ts";
import { overview } from "./overview.ts";
import { plugins } from "./plugins.ts";
import { search } from "./search.ts";
import { shell } from "./shell.ts";
import { signIn } from "./sign-in.ts";
import { webhooks } from "./webhooks.ts";

export const strings = {
  collections,
  common,
  documents,
  jobs,
  keys,
  overview,
  plugins,
  search,
  shell,
  signIn,
  webhooks,
};
