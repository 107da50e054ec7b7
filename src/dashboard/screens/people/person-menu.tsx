import { Alert, Button, Group, Menu, Text } from '@mantine/core';
import { ChevronDownIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { ErasePersonDocument, type PersonQuery } from '../../../generated/dashboard/people.ts';
import { exportPages, saveAsFile } from '../../client/export-pages.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { ConfirmByName } from '../../editing/confirm-by-name.tsx';
import type { useUndo } from '../../editing/undo.tsx';
import { useMayWrite } from '../../session/viewer.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import { usePersonText } from './person-texts.ts';
import { Suppress } from './suppress.tsx';

/** The actions on a person: export, suppress and erase. */
export function PersonMenu({ person: { email, suppression }, undo, onChange }: Props) {
  const t = usePersonText();
  const mayWrite = useMayWrite();
  const [confirming, setConfirming] = useState<'suppress' | 'erase'>();
  const [erase] = useMutation(ErasePersonDocument);
  const [state, setState] = useState<{ pages?: string; failed?: true }>({});
  const download = async () => {
    setState({ pages: '' });
    try {
      const asked = `v1/people/export?${new URLSearchParams({ email })}`;
      const text = await exportPages(asked, (page, pages) => setState({ pages: t('pageOf', { page, pages }) }));
      saveAsFile(text, `person-${email.replace(/[^\w.@+-]/g, '_')}.json`);
      setState({});
    } catch {
      setState({ failed: true });
    }
  };
  const done = () => {
    setConfirming(undefined);
    onChange();
  };
  return (
    <Group gap={0}>
      <Text size="sm" c="dimmed" role="status" mr={state.pages ? 'sm' : 0}>
        {state.pages}
      </Text>
      {state.failed && (
        <Alert color="red" variant="outline" role="alert" py={4}>
          {t('exportFailed')}
        </Alert>
      )}
      <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button variant="default" rightSection={<ChevronDownIcon aria-hidden />} loading={state.pages !== undefined}>
            {t('actions')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void download()}>{t('export')}</Menu.Item>
          {mayWrite && !suppression && <Menu.Item onClick={() => setConfirming('suppress')}>{t('suppress')}</Menu.Item>}
          {mayWrite && suppression?.reason !== 'ERASED' && (
            <Menu.Item color="red" onClick={() => setConfirming('erase')}>
              {t('erase')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={confirming === 'suppress'} onClose={() => setConfirming(undefined)} title={t('suppress')}>
        {confirming === 'suppress' && <Suppress email={email} undo={undo} onDone={done} />}
      </Dialog>
      <ConfirmByName
        name={confirming === 'erase' ? email : undefined}
        title={t('eraseTitle')}
        warning={t('eraseHint')}
        action={t('confirmErase')}
        onClose={() => setConfirming(undefined)}
        onConfirm={async () => {
          const erased = await erase({ email });
          if (!erased.error) {
            undo.forget();
            onChange();
          }
          return erased;
        }}
      />
    </Group>
  );
}

interface Props {
  person: PersonQuery['person'];
  undo: ReturnType<typeof useUndo>;
  onChange: () => void;
}
