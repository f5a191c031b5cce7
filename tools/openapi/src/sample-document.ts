import * as api from "@quarry/api";
import { openApiDocument } from "@quarry/http/protocols";
import type { BoundService } from "@quarry/http/rpc/handler";

/** Every service of the contract; what is exported with this kind is one. */
export const SERVICES = Object.values(api).flatMap((exported) =>
  "kind" in exported && exported.kind === "service" ? [exported] : [],
);

/** The document as a server makes it: with a handler for every rpc, or for none. */
export const sampleDocument = (isComplete: boolean): object =>
  openApiDocument({ services: SERVICES.map((service) => bound(service, isComplete)), version: "0.0.0" });

const bound = (service: BoundService["service"], isComplete: boolean): BoundService => ({
  service,
  handlers: isComplete ? Object.fromEntries(service.methods.map((method) => [method.localName, unused])) : {},
});

const unused = (): never => {
  throw new Error("a document is made without calling anyone");
};
