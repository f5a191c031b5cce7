import { addressOf } from "@quarry/services";
import { fileStoreSuite } from "./file-store-suite.ts";
import { openBucket } from "./s3-fixture.ts";

fileStoreSuite(() => openBucket(addressOf("s3")));
