import { openTemporary } from "./fixture.ts";
import { severalProcessesSuite } from "./several-processes-suite.ts";

// Without a server in between, other processes poll.
severalProcessesSuite(() => openTemporary(), 100);
