import type { UseMutationResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./dialog.tsx";
import { notifyDone, notifyFailed } from "./toast.tsx";

export interface ConfirmedButtonProps<Input> {
  readonly labels: Readonly<Record<"button" | "title" | "text" | "confirm" | "done" | "failed", string>>;
  readonly icon: ReactNode;
  readonly call: UseMutationResult<unknown, Error, Input>;
  readonly input: Input;
}

/** Button that makes a call after a confirmation, and reports the result. */
export function ConfirmedButton<Input>({ labels, icon, call, input }: ConfirmedButtonProps<Input>) {
  const [isConfirming, setConfirming] = useState(false);
  const confirm = () =>
    call.mutate(input, {
      onSuccess: () => notifyDone(labels.done),
      onError: (error) => notifyFailed(labels.failed, error),
      onSettled: () => setConfirming(false),
    });
  return (
    <div>
      <Button icon={icon} onPress={() => setConfirming(true)}>
        {labels.button}
      </Button>
      <ConfirmDialog
        title={labels.title}
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        confirmLabel={labels.confirm}
        onConfirm={confirm}
        isPending={call.isPending}
      >
        <p>{labels.text}</p>
      </ConfirmDialog>
    </div>
  );
}
