import type { Service } from "./service.ts";
import { chroma } from "./chroma.ts";
import { mariadb } from "./mariadb.ts";
import { milvusLite } from "./milvus-lite.ts";
import { opensearch } from "./opensearch.ts";
import { postgres } from "./postgres.ts";
import { redis } from "./redis.ts";
import { s3 } from "./s3.ts";
import { tika } from "./tika.ts";

/** Every server that `npm run test:services` needs. */
export const SERVICES: readonly Service[] = [chroma, mariadb, milvusLite, opensearch, postgres, redis, s3, tika];
