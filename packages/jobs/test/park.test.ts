import { openTemporary } from "./fixture.ts";
import { parkSuite } from "./park-suite.ts";

parkSuite(() => openTemporary());
