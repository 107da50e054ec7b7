import { Button, Group, NativeSelect, Text, TextInput, UnstyledButton } from '@mantine/core';
import { Pencil1Icon } from '@radix-ui/react-icons';
import { type KeyboardEvent, useId, useState } from 'react';
import classes from './inline-edit.module.css';
import { useEditingText } from './texts.ts';

interface Props {
  label: string;
  /** The displayed value; empty if unset. */
  shown: string;
  /** As it is edited. */
  value: string;
  type?: 'text' | 'date' | undefined;
  /** The allowed values; any text if absent. */
  choices?: { value: string; label: string }[] | undefined;
  /** Suggested values. */
  suggestions?: readonly string[] | undefined;
  mayEdit: boolean;
  /** Returns the problem, or undefined once the value is saved. */
  onSave(value: string): Promise<string | undefined>;
}

/** A value edited in place: a press opens a field, Enter saves, Escape cancels. */
export function InlineEdit({ mayEdit, ...props }: Props) {
  const t = useEditingText();
  const [editing, setEditing] = useState<'never' | 'now' | 'before'>('never');
  const { label, shown } = props;
  const text = shown ? (
    <Text component="span" size="sm">
      {shown}
    </Text>
  ) : (
    <Text component="span" size="sm" c="dimmed">
      {t('empty')}
    </Text>
  );
  if (!mayEdit) return <div className={classes.value}>{text}</div>;
  if (editing === 'now') return <Editor {...props} onDone={() => setEditing('before')} />;
  return (
    <UnstyledButton
      className={classes.value}
      aria-label={t('editOf', { label, value: shown || t('empty') })}
      autoFocus={editing === 'before'}
      onClick={() => setEditing('now')}
    >
      {text}
      <Pencil1Icon aria-hidden className={classes.pen} />
    </UnstyledButton>
  );
}

function Editor({ label, value, type = 'text', choices, suggestions, onSave, onDone }: EditorProps) {
  const t = useEditingText();
  const list = useId();
  const [typed, setTyped] = useState(value);
  const [wrong, setWrong] = useState<string>();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (busy) return;
    if (typed === value) return onDone();
    setBusy(true);
    const problem = await onSave(typed);
    setBusy(false);
    setWrong(problem);
    if (problem === undefined) onDone();
  };
  const bound = {
    'aria-label': label,
    value: typed,
    error: wrong,
    autoFocus: true,
    size: 'xs',
    style: { flex: 1, minWidth: 130 },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') onDone();
    },
  } as const;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Group gap={6} align="flex-start">
        {choices ? (
          <NativeSelect {...bound} data={choices} onChange={(event) => setTyped(event.currentTarget.value)} />
        ) : (
          <TextInput
            {...bound}
            type={type}
            {...(suggestions && { list })}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {suggestions && (
          <datalist id={list}>
            {suggestions.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        )}
        <Button type="submit" size="xs" loading={busy}>
          {t('save')}
        </Button>
        <Button variant="default" size="xs" onClick={onDone}>
          {t('cancel')}
        </Button>
      </Group>
    </form>
  );
}

interface EditorProps extends Omit<Props, 'mayEdit' | 'shown'> {
  onDone: () => void;
}
