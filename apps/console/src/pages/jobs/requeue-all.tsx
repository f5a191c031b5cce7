import { useState } from "react";
import { common } from "../../strings/common.ts";
import { jobs } from "../../strings/jobs.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Progress } from "../../ui/progress.tsx";
import { notifyDone, notifyFailed } from "../../ui/toast.tsx";
import { type Job, useRequeueAll } from "./use-jobs.ts";

const texts = jobs.all;

/** Runs every failed job shown again, after a confirmation. Jobs that can't be run again are excluded. */
export function RequeueAll({ jobs: shown }: { readonly jobs: readonly Job[] }) {
  const [ids, setIds] = useState<readonly string[]>();
  const [done, setDone] = useState(0);
  const requeueAll = useRequeueAll();
  const able = shown.filter(({ kind }) => kind !== "index-change").map(({ id }) => id);
  const close = () => {
    setIds(undefined);
    setDone(0);
  };
  const run = (all: readonly string[]) =>
    requeueAll.mutate(
      { ids: all, onProgress: setDone },
      {
        onSuccess: ({ failed, firstError }) => {
          close();
          if (failed === 0) notifyDone(texts.done(all.length));
          else notifyFailed(texts.some(failed, all.length), firstError);
        },
      },
    );
  return (
    <>
      {able.length > 1 && <Button onPress={() => setIds(able)}>{jobs.requeueAll(able.length)}</Button>}
      {ids !== undefined && (
        <Dialog
          title={texts.title(ids.length)}
          isOpen
          onClose={() => !requeueAll.isPending && close()}
          actions={
            <>
              <Button onPress={close} isDisabled={requeueAll.isPending}>
                {common.cancel}
              </Button>
              <Button variant="primary" onPress={() => !requeueAll.isPending && run(ids)}>
                {texts.confirm}
              </Button>
            </>
          }
        >
          <p>{texts.text}</p>
          {requeueAll.isPending && (
            <Progress label={texts.progress(done, ids.length)} value={Math.round((100 * done) / ids.length)} />
          )}
        </Dialog>
      )}
    </>
  );
}
