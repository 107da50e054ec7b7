import { Button, Group, Menu } from '@mantine/core';
import { ChevronDownIcon } from '@radix-ui/react-icons';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import {
  DuplicateAutomationDocument,
  type EditedAutomationFragment,
  PauseAutomationDocument,
} from '../../../generated/dashboard/automations.ts';
import { type MutationResult, useMutation } from '../../client/use-mutation.ts';
import { Failed } from '../../states/failed.tsx';
import { Activate } from './activate.tsx';
import { AddPerson } from './add-person.tsx';
import { Archive } from './archive.tsx';
import { Delete } from './delete.tsx';
import { useAutomationText } from './texts.ts';

/** The actions on an automation, by its status. */
export function Actions({ automation }: { automation: EditedAutomationFragment }) {
  const t = useAutomationText();
  const navigate = useNavigate();
  const { id, status } = automation;
  const [dialog, setDialog] = useState<'activate' | 'archive' | 'delete' | 'enter'>();
  const [error, setError] = useState<CombinedError>();
  const [pause, isPausing] = useMutation(PauseAutomationDocument);
  const [duplicate] = useMutation(DuplicateAutomationDocument);
  const done = async (change: Promise<MutationResult<unknown>>) => setError((await change).error);
  const copy = async () => {
    const { data, error } = await duplicate({ id });
    setError(error);
    if (data)
      void navigate({ to: '/automations/$automation', params: { automation: data.duplicateAutomation.automation.id } });
  };
  const close = () => setDialog(undefined);
  return (
    <Group gap="xs" justify="flex-end">
      {error && <Failed error={error} />}
      {(status === 'DRAFT' || status === 'PAUSED') && (
        <Button onClick={() => setDialog('activate')}>{t('activate')}</Button>
      )}
      {status === 'ACTIVE' && (
        <Button variant="default" onClick={() => void done(pause({ id }))} loading={isPausing}>
          {t('pause')}
        </Button>
      )}
      <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button variant="default" rightSection={<ChevronDownIcon aria-hidden />}>
            {t('more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {status === 'ACTIVE' && <Menu.Item onClick={() => setDialog('enter')}>{t('addPerson')}</Menu.Item>}
          <Menu.Item onClick={() => void copy()}>{t('duplicate')}</Menu.Item>
          {status !== 'ARCHIVED' && <Menu.Item onClick={() => setDialog('archive')}>{t('archive')}</Menu.Item>}
          {status !== 'ACTIVE' && <Menu.Item onClick={() => setDialog('delete')}>{t('delete')}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'activate' && <Activate automation={automation} onClose={close} />}
      {dialog === 'archive' && <Archive automation={automation} onClose={close} />}
      {dialog === 'delete' && <Delete automation={automation} onClose={close} />}
      {dialog === 'enter' && <AddPerson automation={automation} onClose={close} />}
    </Group>
  );
}
