import { commentsAreCurrent } from "./proto-comments.ts";

if (!(await commentsAreCurrent())) {
  console.error("packages/rest/src/openapi/comments.gen.ts: is not what its source makes");
  console.error("Run `npm run generate` and commit the result.");
  process.exitCode = 1;
}
