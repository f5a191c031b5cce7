import { writeFileSync } from "node:fs";
import { COMMENTS_FILE, commentsFile } from "./proto-comments.ts";

writeFileSync(COMMENTS_FILE, await commentsFile());
