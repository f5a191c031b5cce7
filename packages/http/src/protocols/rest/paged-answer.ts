import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { PagedList } from "../../rpc/handler.ts";
import { answerHead, answerJson } from "../http/answer.ts";
import type { HttpCall } from "../http/http-call.ts";
import { writeChunk } from "../http/write-chunk.ts";
import { messageEncoder, type MessageFields } from "../json/message-encoder.ts";

type Pages = AsyncGenerator<readonly MessageFields[]>;

/** Answers with a message that has a list which is read and sent page by page. */
export interface PagedAnswer {
  /** Whether the output contains a `PagedList`. */
  matches(output: MessageFields): boolean;
  answer(call: HttpCall, status: number, output: MessageFields): Promise<void>;
}

/** Returns undefined for a message without lists of messages. */
export function pagedAnswer(descriptor: DescMessage): PagedAnswer | undefined {
  const fields = descriptor.fields.filter((field) => field.fieldKind === "list" && field.message !== undefined);
  if (fields.length === 0) return undefined;
  const encode = messageEncoder(descriptor);
  const pagedListOf = (output: MessageFields) => fields.find(({ localName }) => output[localName] instanceof PagedList);
  const answer: PagedAnswer["answer"] = async (call, status, output) => {
    const field = pagedListOf(output)!;
    const { pages } = output[field.localName] as PagedList<MessageFields>;
    const around = textAround(encode({ ...output, [field.localName]: [] }), field.name);
    try {
      await sendPages(call, status, around, pages, pageText(field));
    } finally {
      // Closes the pages after an early stop.
      await pages.return(undefined);
    }
  };
  return { matches: (output) => pagedListOf(output) !== undefined, answer };
}

interface Around {
  readonly before: string;
  readonly after: string;
}

const entryText = ([key, value]: readonly [string, unknown]): string =>
  `${JSON.stringify(key)}:${JSON.stringify(value)}`;

/** Splits a message's JSON around a list: the text up to the opening bracket, and from the closing bracket. */
function textAround(json: unknown, name: string): Around {
  const entries = Object.entries(json as Record<string, unknown>);
  const index = entries.findIndex(([key]) => key === name);
  const before = [...entries.slice(0, index).map(entryText), `${JSON.stringify(name)}:[`];
  return {
    before: `{${before.join(",")}`,
    after: `]${entries
      .slice(index + 1)
      .map((entry) => `,${entryText(entry)}`)
      .join("")}}`,
  };
}

const pageText = (field: DescField): ((items: readonly MessageFields[]) => string) => {
  const encode = messageEncoder(field.message!);
  return (items) => items.map((item) => JSON.stringify(encode(item))).join(",");
};

/** Sends a list page by page. A list that fits on one page is sent like any other answer, with its length. */
async function sendPages(
  call: HttpCall,
  status: number,
  { before, after }: Around,
  pages: Pages,
  textOf: (items: readonly MessageFields[]) => string,
): Promise<void> {
  const first = await pages.next();
  const second = first.done === true ? first : await pages.next();
  const firstText = first.done === true ? "" : textOf(first.value);
  if (second.done === true) return answerJson(call, status, before + firstText + after);
  call.response.writeHead(status, answerHead(call));
  if (call.isHead) return void call.response.end();
  if (!(await writeChunk(call.response, before + firstText))) return;
  for (let page: IteratorResult<readonly MessageFields[]> = second; page.done !== true; page = await pages.next()) {
    if (!(await writeChunk(call.response, `,${textOf(page.value)}`))) return;
  }
  call.response.end(after);
}
