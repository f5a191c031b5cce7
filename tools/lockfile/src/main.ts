import { withoutRefusals } from "./engines.ts";
import { readPackageLock, writePackageLock } from "./package-lock.ts";

writePackageLock(withoutRefusals(readPackageLock()));
