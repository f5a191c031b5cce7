import type { MessageInitShape } from "@bufbuild/protobuf";
import type { CitationSchema, LinksSchema } from "@quarry/api";
import type { Citation, PassageLink } from "@quarry/search";

export const toCitation = ({ section, boxes, ...citation }: Citation): MessageInitShape<typeof CitationSchema> => ({
  ...citation,
  section: [...section],
  boxes: [...boxes],
});

export const toLinks = (links: readonly PassageLink[] | undefined): MessageInitShape<typeof LinksSchema> | undefined =>
  links && { links: [...links] };
