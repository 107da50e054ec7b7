import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { CombinedError } from 'urql';
import { focusMisread } from '../numbers/misread.ts';
import { useMayWrite } from '../session/viewer.tsx';
import { Failed } from '../states/failed.tsx';
import { useEditingText } from './texts.ts';

/**
 * A form that is saved as a whole. Viewers see the same fields without a button. A refused field shows its error and gets the
 * focus.
 */
export function Fields({ of: fields, onSave, action, allowed, onCancel, children }: Props) {
  const t = useEditingText();
  const mayWrite = useMayWrite();
  const form = useRef<HTMLFormElement>(null);
  const may = allowed ?? mayWrite;
  useEffect(() => {
    if (fields.saving || fields.saved) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [fields.saving, fields.saved]);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!fields.saving && !focusMisread(event.currentTarget)) onSave();
      }}
    >
      <fieldset disabled={!may} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
        <Stack>
          {children}
          {fields.leftover && <Failed error={fields.leftover} />}
          {may && (
            <Group justify="flex-end">
              <Text size="sm" c="dimmed" role="status" aria-label={t('formStatus')}>
                {fields.saved && t('saved')}
              </Text>
              {onCancel && (
                <Button variant="default" onClick={onCancel}>
                  {t('cancel')}
                </Button>
              )}
              <Button type="submit" loading={fields.saving}>
                {action ?? t('save')}
              </Button>
            </Group>
          )}
        </Stack>
      </fieldset>
    </form>
  );
}

interface Props {
  of: { leftover: CombinedError | undefined; saving: boolean; saved: boolean };
  onSave: () => void;
  /** The button label. Default: Save. */
  action?: string;
  /** Whether the member may edit it. Default: members who may write. */
  allowed?: boolean;
  onCancel?: () => void;
  children: ReactNode;
}
