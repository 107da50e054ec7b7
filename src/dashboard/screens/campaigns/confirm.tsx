import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Dialog } from '../../shell/dialog.tsx';
import { useCampaignsText } from './texts.ts';

interface Props {
  opened: boolean;
  title: string;
  /** The button label. */
  action: string;
  /** The text to type first, for irreversible actions. */
  typed?: string | undefined;
  busy?: boolean;
  onConfirm(): void;
  onClose(): void;
  children?: ReactNode;
}

/** Asks before something that cannot be undone. */
export function Confirm({ opened, onClose, title, ...rest }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <Question onClose={onClose} {...rest} />
    </Dialog>
  );
}

function Question({ action, typed, busy = false, onConfirm, onClose, children }: Omit<Props, 'opened' | 'title'>) {
  const t = useCampaignsText();
  const [text, setText] = useState('');
  const isSure = typed === undefined || text.trim() === typed.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSure) onConfirm();
  };
  return (
    <Stack component="form" onSubmit={submit}>
      {children}
      {typed !== undefined && (
        <TextInput
          label={t('typeToConfirm', { what: typed })}
          value={text}
          autoComplete="off"
          data-autofocus
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('back')}
        </Button>
        <Button type="submit" disabled={!isSure} loading={busy}>
          {action}
        </Button>
      </Group>
    </Stack>
  );
}
