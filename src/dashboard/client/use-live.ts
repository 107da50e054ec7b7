import { useEffect, useEffectEvent, useState } from 'react';
import { type AnyVariables, type TypedDocumentNode, useClient } from 'urql';
import { type Failure, failureOf } from './failure.ts';
import { notifyMissed } from './missed.ts';

const RETRY_MS = 1_000;
const LONGEST_MS = 30_000;

/** Errors that a retry would not fix. */
const PERMANENT: readonly Failure[] = ['signedOut', 'forbidden', 'refused'];

/**
 * Follows a subscription while the component is shown. The cache stores updates by id and shows them. `onChange` handles the
 * rest, such as a list that gains a row. A stream that breaks is followed again after everything was read again.
 */
export function useLive<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  onChange: (data: Data) => void = () => {},
): void {
  const client = useClient();
  const [tries, setTries] = useState(0);
  const notify = useEffectEvent(onChange);
  const serialized = JSON.stringify(variables);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const { unsubscribe } = client
      .subscription(document, JSON.parse(serialized) as Variables)
      .subscribe(({ data, error }) => {
        if (data) notify(data);
        if (!error || timer || PERMANENT.includes(failureOf(error))) return;
        timer = setTimeout(
          () => {
            notifyMissed();
            setTries(tries + 1);
          },
          Math.min(LONGEST_MS, RETRY_MS * 2 ** tries),
        );
      });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [client, document, serialized, tries]);
}
