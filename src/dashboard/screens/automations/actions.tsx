import { Button, Group, Menu } from '@mantine/core';
import { ChevronDownIcon } from '@radix-ui/react-icons';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import {
  ActivateAutomationDocument,
  DuplicateAutomationDocument,
  type EditedAutomationFragment,
  PauseAutomationDocument,
} from '../../../generated/dashboard/automations.ts';
import { type Changed, useChange } from '../../client/use-change.ts';
import { Failed } from '../../states/failed.tsx';
import { Archive } from './archive.tsx';
import { Delete } from './delete.tsx';
import { Enter } from './enter.tsx';
import { useAutomationText } from './texts.ts';

/** The actions on an automation, by its status. */
export function Actions({ automation }: { automation: EditedAutomationFragment }) {
  const say = useAutomationText();
  const navigate = useNavigate();
  const { id, status } = automation;
  const [asked, setAsked] = useState<'archive' | 'delete' | 'enter'>();
  const [error, setError] = useState<CombinedError>();
  const [activate, isActivating] = useChange(ActivateAutomationDocument);
  const [pause, isPausing] = useChange(PauseAutomationDocument);
  const [duplicate] = useChange(DuplicateAutomationDocument);
  const done = async (change: Promise<Changed<unknown>>) => setError((await change).error);
  const copy = async () => {
    const { data, error } = await duplicate({ id });
    setError(error);
    if (data) void navigate({ to: '/automations/$automation', params: { automation: data.duplicateAutomation.id } });
  };
  const close = () => setAsked(undefined);
  return (
    <Group gap="xs" justify="flex-end">
      {error && <Failed error={error} />}
      {(status === 'DRAFT' || status === 'PAUSED') && (
        <Button onClick={() => void done(activate({ id }))} loading={isActivating}>
          {say('activate')}
        </Button>
      )}
      {status === 'ACTIVE' && (
        <Button variant="default" onClick={() => void done(pause({ id }))} loading={isPausing}>
          {say('pause')}
        </Button>
      )}
      <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button variant="default" rightSection={<ChevronDownIcon aria-hidden />}>
            {say('more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {status === 'ACTIVE' && <Menu.Item onClick={() => setAsked('enter')}>{say('enter')}</Menu.Item>}
          <Menu.Item onClick={() => void copy()}>{say('duplicate')}</Menu.Item>
          {status !== 'ARCHIVED' && <Menu.Item onClick={() => setAsked('archive')}>{say('archive')}</Menu.Item>}
          {status !== 'ACTIVE' && <Menu.Item onClick={() => setAsked('delete')}>{say('delete')}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {asked === 'archive' && <Archive automation={automation} onClose={close} />}
      {asked === 'delete' && <Delete automation={automation} onClose={close} />}
      {asked === 'enter' && <Enter automation={automation} onClose={close} />}
    </Group>
  );
}
