import { serveCalls, Transferred } from "@quarry/plugin/workers/inside";
import type { BuildOperation, WorkerRequest } from "../passages/protocol.ts";
import { buffersOf, buildTerms, type IndexedPassage } from "../postings/built-terms.ts";
import { toCallFailure } from "../storage/sqlite-failure.ts";
import { Uploads } from "./uploads.ts";

const uploads = new Uploads<IndexedPassage>();

serveCalls({
  receive: (calls) => {
    for (const call of calls) {
      const { operation } = call.parameters as WorkerRequest<BuildOperation>;
      try {
        const passages = uploads.add(operation.passages, operation.upload);
        if (passages === undefined) continue;
        const terms = buildTerms(passages);
        call.answer(new Transferred(terms, buffersOf(terms)));
      } catch (error) {
        call.fail(error);
      }
    }
  },
  toFailure: toCallFailure,
});
