import { Button, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import {
  AddTagsDocument,
  RemoveFromListDocument,
  RemoveSuppressionDocument,
  RemoveTagsDocument,
  type RowFragment,
  SuppressPersonDocument,
  UnsubscribeDocument,
} from '../../../generated/dashboard/people.ts';
import { useEach } from '../../client/use-each.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { ConfirmByName } from '../../editing/confirm-by-name.tsx';
import type { useUndo } from '../../editing/undo.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import { Failed } from '../../states/failed.tsx';
import type { Selection } from '../../tables/use-selection.ts';
import { BulkTags } from './bulk-tags.tsx';
import { useBulkText } from './bulk-texts.ts';

const CONFIRMED = ['unsubscribe', 'suppress', 'delete'] as const;
type Confirmed = (typeof CONFIRMED)[number];

/** What can be done to the selected people of a list, all at once. */
export function BulkActions({ selection, undo, onChange }: Props) {
  const t = useBulkText();
  const { run, progress, error } = useEach();
  const [asked, setAsked] = useState<Confirmed | 'addTags' | 'removeTags'>();
  const [addTags] = useMutation(AddTagsDocument);
  const [removeTags] = useMutation(RemoveTagsDocument);
  const [leave] = useMutation(UnsubscribeDocument);
  const [suppress] = useMutation(SuppressPersonDocument);
  const [unsuppress] = useMutation(RemoveSuppressionDocument);
  const [remove] = useMutation(RemoveFromListDocument);
  const { chosen } = selection;
  const count = chosen.length;

  const tag = async (tags: string[], isAdded: boolean) => {
    setAsked(undefined);
    const without = ({ tags: had }: RowFragment) => tags.filter((name) => had.includes(name) !== isAdded);
    const [act, revert] = isAdded ? [addTags, removeTags] : [removeTags, addTags];
    const changing = chosen.filter((person) => without(person).length > 0);
    const changed = await run(changing, ({ id }) => act({ id, tags }));
    undo.show(t(isAdded ? 'tagged' : 'untagged', { count: changed.length, tags: tags.join(', ') }), async () => {
      await run(changed, (person) => revert({ id: person.id, tags: without(person) }));
      return {};
    });
    onChange();
  };
  const act: Record<Confirmed, () => Promise<void>> = {
    unsubscribe: async () => {
      const on = chosen.filter(({ status }) => status === 'SUBSCRIBED' || status === 'UNCONFIRMED');
      const changed = await run(on, ({ id }) => leave({ id }));
      undo.show(t('unsubscribed', { count: changed.length }));
    },
    suppress: async () => {
      const made: string[] = [];
      const changed = await run(chosen, async ({ email }) => {
        const answer = await suppress({ email, reason: 'MANUAL' });
        if (answer.data) made.push(answer.data.createSuppression.suppression.id);
        return answer;
      });
      undo.show(t('suppressed', { count: changed.length }), async () => {
        await run(made, (id) => unsuppress({ id }));
        return {};
      });
    },
    delete: async () => {
      const changed = await run(chosen, ({ id }) => remove({ id }));
      undo.show(t('deleted', { count: changed.length }));
    },
  };
  const confirm = async () => {
    await act[asked as Confirmed]();
    selection.clear();
    onChange();
    return {};
  };
  const confirmed = CONFIRMED.find((one) => one === asked);
  if (count === 0 && !progress) return null;
  return (
    <Paper withBorder p="xs" role="toolbar" aria-label={t('toolbar')} pos="sticky" top={0} style={{ zIndex: 2 }}>
      <Group gap="xs">
        <Text size="sm" fw={600} role="status" mr="sm">
          {progress ? t('progress', progress) : t('selected', { count })}
        </Text>
        {(['addTags', 'removeTags', ...CONFIRMED] as const).map((one) => (
          <Button key={one} variant="default" size="xs" disabled={progress !== undefined} onClick={() => setAsked(one)}>
            {t(one)}
          </Button>
        ))}
        <Button variant="subtle" color="gray" size="xs" onClick={selection.clear}>
          {t('clear')}
        </Button>
      </Group>
      {error && <Failed error={error} />}
      <Dialog
        opened={asked === 'addTags' || asked === 'removeTags'}
        onClose={() => setAsked(undefined)}
        title={t(asked === 'removeTags' ? 'removeTags' : 'addTags')}
      >
        <BulkTags
          action={t(asked === 'removeTags' ? 'removeTags' : 'addTags')}
          onTags={(tags) => void tag(tags, asked === 'addTags')}
        />
      </Dialog>
      <ConfirmByName
        name={confirmed && t('people', { count })}
        isTyped={false}
        title={t(confirmed ?? 'delete')}
        warning={t(`${confirmed ?? 'delete'}Hint`)}
        action={t(confirmed ?? 'delete')}
        onClose={() => setAsked(undefined)}
        onConfirm={confirm}
      />
    </Paper>
  );
}

interface Props {
  selection: Selection<RowFragment>;
  undo: ReturnType<typeof useUndo>;
  onChange: () => void;
}
