import { Button, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import type { ListsQuery } from '../../../generated/dashboard/people.ts';
import { ConfirmByName } from '../../editing/confirm-by-name.tsx';
import type { useUndo } from '../../editing/undo.tsx';
import { useViewer } from '../../session/viewer.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import { Failed } from '../../states/failed.tsx';
import type { Selection } from '../../tables/use-selection.ts';
import { BulkField } from './bulk-field.tsx';
import { BulkSubscribe } from './bulk-subscribe.tsx';
import { BulkTags } from './bulk-tags.tsx';
import { useBulkText } from './bulk-texts.ts';
import type { ContactFields } from './columns.ts';
import { exportAddress } from './export-address.ts';
import { ALL, chosenBy, type PeopleSearch } from './search.ts';
import { useBulk } from './use-bulk.ts';
import type { BulkOfAll } from './use-bulk-of-all.ts';
import type { PersonRow } from './use-people.ts';

const CONFIRMED = ['unsubscribe', 'suppress', 'delete'] as const;
const ASKED = ['addTags', 'removeTags', 'setField', 'subscribe'] as const;
type Action = (typeof CONFIRMED)[number] | (typeof ASKED)[number];

/** What can be done to the selected people, or to all that match the filters, at once. */
export function BulkActions({ selection, lists, search, total, fields, undo, all, onChange }: Props) {
  const t = useBulkText();
  const [asked, setAsked] = useState<Action>();
  const { timezone } = useViewer().team;
  /** The choice of all people that was made, as JSON: other filters are another choice. */
  const [chosenAll, setChosenAll] = useState<string>();
  const { chosen } = selection;
  const everyone = chosenBy(search, timezone);
  const isAll = chosenAll === JSON.stringify(everyone) && selection.isAll && total !== undefined;
  const some = useBulk(chosen, undo);
  const bulk = isAll ? all.changesTo(everyone) : some.changes;
  const count = isAll ? total : chosen.length;
  const isBusy = some.progress !== undefined || all.isBusy;
  const { list } = search;
  const confirmed = CONFIRMED.find((one) => one === asked);
  const close = () => setAsked(undefined);
  const clear = () => {
    selection.clear();
    setChosenAll(undefined);
    all.forget();
  };
  /** Closes the dialog first: progress shows in the bar. */
  const act = async (change: Promise<void>) => {
    close();
    await change;
    onChange();
  };
  const confirm = async () => {
    if (confirmed) await bulk[confirmed]();
    clear();
    onChange();
    return {};
  };
  if (chosenAll !== undefined && !selection.isAll) setChosenAll(undefined); // another page came, or a row was left out
  if (count === 0 && !some.progress && !all.error) return null;
  const actions = [...ASKED, ...CONFIRMED].filter((one) => one !== 'setField' || fields.length > 0);
  return (
    <Paper withBorder p="xs" role="toolbar" aria-label={t('toolbar')} pos="sticky" top={0} style={{ zIndex: 2 }}>
      <Group gap="xs">
        <Text size="sm" fw={600} role="status" mr="sm">
          {some.progress ? t('progress', some.progress) : t('selected', { count })}
        </Text>
        {selection.isAll && !isAll && total !== undefined && total > chosen.length && (
          <Button variant="light" size="xs" disabled={isBusy} onClick={() => setChosenAll(JSON.stringify(everyone))}>
            {t('selectAll', { count: total })}
          </Button>
        )}
        {actions.map((one) => (
          <Button key={one} variant="default" size="xs" disabled={isBusy} onClick={() => setAsked(one)}>
            {t(one)}
          </Button>
        ))}
        {list !== ALL && (
          <Button
            component="a"
            href={isAll ? exportAddress(search, timezone) : exportAddress({ list }, '', idsOf(chosen))}
            download
            variant="default"
            size="xs"
          >
            {t('export')}
          </Button>
        )}
        <Button variant="subtle" color="gray" size="xs" onClick={clear}>
          {t('clear')}
        </Button>
      </Group>
      {(some.error ?? all.error) && <Failed error={(some.error ?? all.error)!} />}
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
        isTyped={isAll}
        title={t(confirmed ?? 'delete')}
        warning={t(confirmed === 'delete' && list === ALL ? 'deleteAllHint' : `${confirmed ?? 'delete'}Hint`)}
        action={t(confirmed ?? 'delete')}
        onClose={close}
        onConfirm={confirm}
      />
    </Paper>
  );
}

const idsOf = (people: readonly PersonRow[]) => people.map(({ id }) => id);

interface Props {
  selection: Selection<PersonRow>;
  lists: ListsQuery['lists']['nodes'];
  search: PeopleSearch & { list: string };
  /** How many people match. Undefined while they are being counted. */
  total: number | undefined;
  fields: ContactFields;
  undo: ReturnType<typeof useUndo>;
  all: BulkOfAll;
  onChange: () => void;
}
