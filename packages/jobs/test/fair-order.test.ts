import { openTemporary } from "./fixture.ts";
import { turnsSuite } from "./fair-order-suite.ts";

turnsSuite(() => openTemporary());
