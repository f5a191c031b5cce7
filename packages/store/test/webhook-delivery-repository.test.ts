import { createSqliteDatabase } from "./fixture.ts";
import { webhookDeliveryRepositorySuite } from "./webhook-delivery-repository-suite.ts";

webhookDeliveryRepositorySuite(createSqliteDatabase);
