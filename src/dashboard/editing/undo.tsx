import { Alert, Button, Group, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import type { CombinedError } from 'urql';
import type { Changed } from '../client/use-change.ts';
import { Failed } from '../states/failed.tsx';
import { useEditingText } from './texts.ts';

interface Done {
  /** The change, in words. */
  said: string;
  /** Takes it back; absent where that cannot be. */
  undo?: (() => Promise<Changed<unknown>>) | undefined;
}

/** The last change, for undo: `tell` it after a change, and render `<Undo of={…}>` beside. */
export function useUndo() {
  const [done, setDone] = useState<Done>();
  return {
    done,
    tell: (said: string, undo?: Done['undo']) => setDone({ said, undo }),
    forget: () => setDone(undefined),
  };
}

/** Says what was done last, and takes it back. */
export function Undo({ of: { done, tell, forget } }: { of: ReturnType<typeof useUndo> }) {
  const say = useEditingText();
  const [error, setError] = useState<CombinedError>();
  const [busy, setBusy] = useState(false);
  const takeBack = async (undo: NonNullable<Done['undo']>) => {
    setBusy(true);
    const { error } = await undo();
    setBusy(false);
    setError(error);
    if (error) return;
    tell(say('undone'));
    place.current?.focus(); // its button is gone
  };
  const place = useRef<HTMLDivElement>(null);
  const undo = done?.undo;
  // The element is there before anything is said in it: a status that comes along with its text is not read out.
  return (
    <div ref={place} tabIndex={-1} role="status" aria-label={say('lastChange')}>
      {done && (
        <Alert
          variant="outline"
          color="gray"
          py="xs"
          mt="xs"
          withCloseButton
          closeButtonLabel={say('close')}
          onClose={() => {
            forget();
            setError(undefined);
          }}
        >
          <Group justify="space-between" gap="xs">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {done.said}
            </Text>
            {undo && (
              <Button variant="default" size="xs" loading={busy} onClick={() => void takeBack(undo)}>
                {say('undo')}
              </Button>
            )}
          </Group>
          {error && <Failed error={error} />}
        </Alert>
      )}
    </div>
  );
}
