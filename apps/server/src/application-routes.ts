import { makeDifyRoutes } from "@quarry/dify";
import type { Settings } from "@quarry/host";
import { rateLimited } from "@quarry/http/rpc";
import { makeLibrechatRoutes } from "@quarry/librechat";
import { makeOpenWebuiRoutes } from "@quarry/open-webui";
import { limits } from "@quarry/plugin/domain";
import { Effect, type Redacted } from "effect";

/** Routes of the application protocols that the settings enable. */
export const applicationRoutes = Effect.fnUntraced(function* (settings: Settings) {
  const { dify, openWebui, librechatJwtSecret: jwtSecret, librechatCollection: collection } = settings;
  const librechat = (secret: Redacted.Redacted) =>
    makeLibrechatRoutes({
      jwtSecret: secret,
      collection,
      maxBytes: settings.maxUploadSizeMegabytes * limits.BYTES_PER_MB,
      limited: (callers) => rateLimited(callers, settings.rateLimitPerMinute),
    });
  return [
    ...(dify ? [yield* makeDifyRoutes] : []),
    ...(openWebui ? [yield* makeOpenWebuiRoutes] : []),
    ...(jwtSecret === undefined ? [] : [yield* librechat(jwtSecret)]),
  ];
});
