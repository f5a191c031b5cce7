import type { MessageInitShape } from "@bufbuild/protobuf";
import type { CitationSchema } from "@quarry/api";
import type { Citation } from "@quarry/search";

export const toCitation = ({ section, boxes, ...citation }: Citation): MessageInitShape<typeof CitationSchema> => ({
  ...citation,
  section: [...section],
  boxes: [...boxes],
});
