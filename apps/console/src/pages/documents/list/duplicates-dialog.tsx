import { useInfiniteQuery } from "@tanstack/react-query";
import { call, type contract, type Message } from "../../../api/rest.ts";
import { documents as documentsTexts } from "../../../strings/documents.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { formatBytes } from "../../../ui/format.ts";
import { ListMore } from "../../../ui/list-more.tsx";
import lists from "../../../ui/list.module.css";
import { PlainLink } from "../../../ui/plain.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Time } from "../../../ui/time.tsx";
import { listKey } from "../documents-data.ts";

const texts = documentsTexts.duplicates;

export interface DuplicatesDialogProps {
  readonly collection: string;
  readonly onClose: () => void;
}

const useDuplicates = (collection: string) =>
  useInfiniteQuery({
    queryKey: [...listKey(collection), "duplicates"],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(
        "GET /v1/collections/{collection_name}/documents/duplicates",
        { collection_name: collection, ...(cursor !== "" && { cursor }) },
        signal,
      ),
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor,
    // Always current: nothing is cached between openings.
    gcTime: 0,
  });

/** Dialog with the documents whose files are byte-identical, by group. */
export function DuplicatesDialog({ collection, onClose }: DuplicatesDialogProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage } = useDuplicates(collection);
  const groups = data?.pages.flatMap((page) => page.groups);
  return (
    <Dialog title={texts.title} isOpen onClose={onClose} width="wide">
      {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      {error === null && groups === undefined && <Skeleton height="8rem" />}
      {groups?.length === 0 && <p>{texts.none}</p>}
      {groups !== undefined && groups.length > 0 && (
        <>
          <p>{texts.text}</p>
          <ul aria-label={texts.title}>
            {groups.map((group) => (
              <Group key={group.content_hash} collection={collection} group={group} />
            ))}
          </ul>
          {hasNextPage && (
            <ListMore shown={texts.shown(groups.length)} label={texts.more} onMore={() => void fetchNextPage()} />
          )}
        </>
      )}
    </Dialog>
  );
}

interface GroupProps {
  readonly collection: string;
  readonly group: Message<contract.DuplicateGroup>;
}

function Group({ collection, group: { documents, has_more } }: GroupProps) {
  const [first] = documents;
  return (
    <li className={`${lists.row} ${lists.lined}`}>
      <span className={lists.muted}>
        {texts.group(documents.length, has_more)}
        {first !== undefined && ` · ${formatBytes(first.file_size)}`}
      </span>
      <ul>
        {documents.map(({ id, filename, created_at }) => (
          <li key={id} className={lists.head}>
            <PlainLink className={lists.name!} href={`/collections/${collection}/documents/${id}`}>
              {filename}
            </PlainLink>
            <span className={lists.muted}>
              <Time value={created_at} />
            </span>
          </li>
        ))}
      </ul>
    </li>
  );
}
