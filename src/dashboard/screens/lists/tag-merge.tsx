import { Autocomplete, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { MergeTagDocument, type TagInTableFragment, TagTableDocument } from '../../../generated/dashboard/lists.ts';
import { fieldErrors } from '../../client/field-errors.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { useRead } from '../../client/use-read.ts';
import { Failed } from '../../states/failed.tsx';
import { useTagsText } from './tags-texts.ts';

/** Merges a tag into another. It cannot be undone, so the name of the deleted tag must be typed. */
export function TagMerge({ tag, onDone }: { tag: TagInTableFragment; onDone: () => void }) {
  const t = useTagsText();
  const [into, setInto] = useState('');
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<CombinedError>();
  const [merge, busy] = useMutation(MergeTagDocument);
  const known = useRead(TagTableDocument, { search: into || null, first: 20 });
  const { into: wrong } = fieldErrors(error);
  const sure = into.trim() !== '' && typed.trim() === tag.name;
  const act = async () => {
    if (!sure || busy) return;
    const { error } = await merge({ id: tag.id, into });
    setError(error);
    if (!error) onDone();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void act();
      }}
    >
      <Stack>
        <Text size="sm">{t('mergeHint', { name: tag.name })}</Text>
        <Autocomplete
          label={t('mergeInto')}
          value={into}
          data={[...new Set((known.data?.tags.nodes ?? []).filter(({ id }) => id !== tag.id).map(({ name }) => name))]}
          filter={({ options }) => options}
          onChange={setInto}
          error={wrong}
          comboboxProps={{ transitionProps: { duration: 0 } }}
          data-autofocus
        />
        <TextInput
          label={t('typeToConfirm')}
          description={<span style={{ overflowWrap: 'anywhere' }}>{tag.name}</span>}
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
          autoComplete="off"
        />
        {error && !wrong && <Failed error={error} />}
        <Group justify="flex-end">
          <Button type="submit" color="red" disabled={!sure} loading={busy}>
            {t('merge')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
