import { Alert, Button, Group, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import type { CombinedError } from 'urql';
import type { MutationResult } from '../client/use-mutation.ts';
import { Failed } from '../states/failed.tsx';
import { useEditingText } from './texts.ts';

interface LastChange {
  /** The change, in words. */
  message: string;
  /** Takes it back; absent where that cannot be. */
  undo?: (() => Promise<MutationResult<unknown>>) | undefined;
}

/** The last change, for undo: call `show` after a change, and render `<Undo of={…}>` beside. */
export function useUndo() {
  const [done, setDone] = useState<LastChange>();
  return {
    done,
    show: (message: string, undo?: LastChange['undo']) => setDone({ message, undo }),
    forget: () => setDone(undefined),
  };
}

/** Says what was done last, and takes it back. */
export function Undo({ of: { done, show, forget } }: { of: ReturnType<typeof useUndo> }) {
  const t = useEditingText();
  const [error, setError] = useState<CombinedError>();
  const [busy, setBusy] = useState(false);
  const revert = async (undo: NonNullable<LastChange['undo']>) => {
    setBusy(true);
    const { error } = await undo();
    setBusy(false);
    setError(error);
    if (error) return;
    show(t('undone'));
    container.current?.focus(); // its button is gone
  };
  const container = useRef<HTMLDivElement>(null);
  const undo = done?.undo;
  // The element is there before anything is said in it: a status that comes along with its text is not read out.
  return (
    <div ref={container} tabIndex={-1} role="status" aria-label={t('lastChange')}>
      {done && (
        <Alert
          variant="outline"
          color="gray"
          py="xs"
          mt="xs"
          withCloseButton
          closeButtonLabel={t('close')}
          onClose={() => {
            forget();
            setError(undefined);
          }}
        >
          <Group justify="space-between" gap="xs">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {done.message}
            </Text>
            {undo && (
              <Button variant="default" size="xs" loading={busy} onClick={() => void revert(undo)}>
                {t('undo')}
              </Button>
            )}
          </Group>
          {error && <Failed error={error} />}
        </Alert>
      )}
    </div>
  );
}
