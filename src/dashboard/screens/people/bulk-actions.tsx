import { Button, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import type { ListsQuery } from '../../../generated/dashboard/people.ts';
import { ConfirmByName } from '../../editing/confirm-by-name.tsx';
import type { useUndo } from '../../editing/undo.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import { Failed } from '../../states/failed.tsx';
import type { Selection } from '../../tables/use-selection.ts';
import { BulkField } from './bulk-field.tsx';
import { BulkSubscribe } from './bulk-subscribe.tsx';
import { BulkTags } from './bulk-tags.tsx';
import { useBulkText } from './bulk-texts.ts';
import type { ContactFields } from './columns.ts';
import { exportAddress } from './export-address.ts';
import { ALL } from './search.ts';
import { useBulk } from './use-bulk.ts';
import type { PersonRow } from './use-people.ts';

const CONFIRMED = ['unsubscribe', 'suppress', 'delete'] as const;
const ASKED = ['addTags', 'removeTags', 'setField', 'subscribe'] as const;
type Action = (typeof CONFIRMED)[number] | (typeof ASKED)[number];

/** What can be done to the selected people, all at once. */
export function BulkActions({ selection, lists, list, fields, undo, onChange }: Props) {
  const t = useBulkText();
  const [asked, setAsked] = useState<Action>();
  const { chosen } = selection;
  const bulk = useBulk(chosen, undo);
  const count = chosen.length;
  const confirmed = CONFIRMED.find((one) => one === asked);
  const close = () => setAsked(undefined);
  /** Closes the dialog first: progress shows in the bar. */
  const act = async (change: Promise<void>) => {
    close();
    await change;
    onChange();
  };
  const confirm = async () => {
    if (confirmed) await bulk[confirmed]();
    selection.clear();
    onChange();
    return {};
  };
  if (count === 0 && !bulk.progress) return null;
  const actions = [...ASKED, ...CONFIRMED].filter((one) => one !== 'setField' || fields.length > 0);
  return (
    <Paper withBorder p="xs" role="toolbar" aria-label={t('toolbar')} pos="sticky" top={0} style={{ zIndex: 2 }}>
      <Group gap="xs">
        <Text size="sm" fw={600} role="status" mr="sm">
          {bulk.progress ? t('progress', bulk.progress) : t('selected', { count })}
        </Text>
        {actions.map((one) => (
          <Button
            key={one}
            variant="default"
            size="xs"
            disabled={bulk.progress !== undefined}
            onClick={() => setAsked(one)}
          >
            {t(one)}
          </Button>
        ))}
        {list !== ALL && (
          <Button
            component="a"
            href={exportAddress(
              { list },
              '',
              chosen.map(({ id }) => id),
            )}
            download
            variant="default"
            size="xs"
          >
            {t('export')}
          </Button>
        )}
        <Button variant="subtle" color="gray" size="xs" onClick={selection.clear}>
          {t('clear')}
        </Button>
      </Group>
      {bulk.error && <Failed error={bulk.error} />}
      <Dialog opened={ASKED.some((one) => one === asked)} onClose={close} title={t(asked ?? 'addTags')}>
        {(asked === 'addTags' || asked === 'removeTags') && (
          <BulkTags action={t(asked)} onTags={(tags) => void act(bulk.tag(tags, asked === 'addTags'))} />
        )}
        {asked === 'setField' && (
          <BulkField fields={fields} onSet={(field, value) => void act(bulk.setField(field.key, field.label, value))} />
        )}
        {asked === 'subscribe' && (
          <BulkSubscribe lists={lists} list={list} onSubscribe={(to, again) => void act(bulk.subscribe(to, again))} />
        )}
      </Dialog>
      <ConfirmByName
        name={confirmed && t('people', { count })}
        isTyped={false}
        title={t(confirmed ?? 'delete')}
        warning={t(`${confirmed ?? 'delete'}Hint`)}
        action={t(confirmed ?? 'delete')}
        onClose={close}
        onConfirm={confirm}
      />
    </Paper>
  );
}

interface Props {
  selection: Selection<PersonRow>;
  lists: ListsQuery['lists']['nodes'];
  /** The id of the list that is shown, or `all`. */
  list: string;
  fields: ContactFields;
  undo: ReturnType<typeof useUndo>;
  onChange: () => void;
}
