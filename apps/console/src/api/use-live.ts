import { useEffect, useState } from "react";

interface Subscription {
  unsubscribe(): void;
}

interface Listener<Value> {
  onData: (value: Value) => void;
  onError: (error: unknown) => void;
  onStarted: () => void;
}

/**
 * The latest value of a live stream while the component is shown; the stream reconnects by itself. `subscribe` must keep
 * its identity: wrap it in `useCallback`, or name it outside the component.
 */
export function useLive<Value>(subscribe: (listener: Listener<Value>) => Subscription) {
  const [value, setValue] = useState<Value>();
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    const subscription = subscribe({
      onData: setValue,
      onError: () => setLive(false),
      onStarted: () => setLive(true),
    });
    return () => subscription.unsubscribe();
  }, [subscribe]);
  return { value, isLive };
}
