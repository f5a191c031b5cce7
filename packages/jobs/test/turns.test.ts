import { openTemporary } from "./fixture.ts";
import { turnsSuite } from "./turns-suite.ts";

turnsSuite(() => openTemporary());
