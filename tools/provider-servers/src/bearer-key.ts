import type { IncomingHttpHeaders } from "node:http";

/** Returns the key of `Authorization: Bearer <key>`. */
export const bearerKey = ({ authorization }: IncomingHttpHeaders): string | undefined =>
  /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1];
