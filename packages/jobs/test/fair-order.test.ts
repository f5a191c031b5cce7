import { openTemporary } from "./fixture.ts";
import { fairOrderSuite } from "./fair-order-suite.ts";

fairOrderSuite(() => openTemporary());
