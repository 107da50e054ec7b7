import { ActionIcon, Button, Group, Menu, Text, TextInput, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { CopyIcon, DotsHorizontalIcon, ResetIcon, TrashIcon } from '@radix-ui/react-icons';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { CombinedError } from 'urql';
import type { TemplateWholeFragment } from '../../../generated/dashboard/templates.ts';
import { fieldErrors } from '../../client/field-errors.ts';
import { Failed } from '../../states/failed.tsx';
import { DeleteTemplate } from './delete-template.tsx';
import { useEditorText } from './editor-texts.ts';
import type { useSaving } from './saving.tsx';
import { TestMail } from './test-mail.tsx';
import { useGalleryText } from './texts.ts';
import { useDelete } from './use-delete.ts';
import { useDuplicate } from './use-duplicate.ts';

const route = getRouteApi('/templates/$id');

interface Props {
  template: TemplateWholeFragment;
  saving: ReturnType<typeof useSaving>;
  language: string | undefined;
  variables: Record<string, unknown>;
  withHistory: boolean;
}

/** The template's name, save state and actions. */
export function EditorBar({ template, saving, withHistory, ...test }: Props) {
  const t = useEditorText();
  const { draft, write, undo, redo, isDirty, busy, save, error } = saving;
  const [testing, { open, close }] = useDisclosure(route.useSearch().test === 'yes');
  // Ctrl-S saves wherever the cursor is.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      if (isDirty && !busy) void save();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  });
  return (
    <Group justify="space-between" align="flex-end">
      <TextInput
        label={t('name')}
        value={draft.name}
        maxLength={255}
        error={fieldErrors(error).name}
        onChange={({ currentTarget: { value } }) => write({ ...draft, name: value }, 'name')}
        flex="1 1 16rem"
        maw="28rem"
      />
      <Group gap="xs">
        <Text size="sm" c="dimmed" role="status" flex={{ base: '1 0 100%', xs: 'none' }}>
          {busy ? t('saving') : isDirty ? t('unsaved') : t('saved')}
        </Text>
        {withHistory && (
          <>
            <History label={t('undo')} keys="Ctrl Z" act={undo} />
            <History label={t('redo')} keys="Ctrl ⇧ Z" act={redo} isMirrored />
          </>
        )}
        <Button variant="default" onClick={open}>
          {t('sendTestMail')}
        </Button>
        <Button disabled={!isDirty} loading={busy} onClick={() => void save()}>
          {t('save')}
        </Button>
        <More template={template} />
      </Group>
      {testing && <TestMail {...test} id={template.id} saving={saving} onClose={close} />}
    </Group>
  );
}

interface HistoryProps {
  label: string;
  keys: string;
  act: (() => void) | undefined;
  isMirrored?: boolean;
}

function History({ label, keys, act, isMirrored = false }: HistoryProps) {
  return (
    <Tooltip label={`${label} (${keys})`} transitionProps={{ duration: 0 }}>
      <ActionIcon variant="default" size="lg" aria-label={label} disabled={!act} onClick={act}>
        <ResetIcon style={isMirrored ? { transform: 'scaleX(-1)' } : {}} />
      </ActionIcon>
    </Tooltip>
  );
}

function More({ template: { id, name } }: { template: TemplateWholeFragment }) {
  const t = useGalleryText();
  const navigate = useNavigate();
  const duplicate = useDuplicate();
  const [error, setError] = useState<CombinedError>();
  const deleting = useDelete(id, () => void navigate({ to: '/templates', ignoreBlocker: true }));
  const copy = async () => {
    const { id: copied, error } = await duplicate(id);
    setError(error);
    if (copied) void navigate({ to: '/templates/$id', params: { id: copied } });
  };
  return (
    <>
      <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label={t('actionsFor', { name })}>
            <DotsHorizontalIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<CopyIcon />} onClick={() => void copy()}>
            {t('duplicate')}
          </Menu.Item>
          <Menu.Item leftSection={<TrashIcon />} onClick={() => void deleting.start()}>
            {t('delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DeleteTemplate name={name} deleting={deleting} />
      {error && <Failed error={error} />}
    </>
  );
}
