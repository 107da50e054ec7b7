import { Group, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { ExplainSegmentDocument, FoundPeopleDocument } from '../../../generated/dashboard/segments.ts';
import { useRead } from '../../client/use-read.ts';
import { Panel } from '../../shell/panel.tsx';
import { Failed } from '../../states/failed.tsx';
import { Mark } from '../../tables/mark.tsx';
import { useSegmentsText } from './texts.ts';

export type Outcomes = ReadonlyMap<string, boolean>;

interface Props {
  id: string;
  list: string;
  /** The keys of the rules as they were saved, by their paths. */
  keys: ReadonlyMap<string, string>;
  /** The time of saving: the check uses the last saved rules. */
  savedAt: string;
  isChanged: boolean;
  onExplained: (outcomes: Outcomes) => void;
}

/** Says of a person on the list whether they are in the segment; each rule then shows whether it holds for them. */
export function Explain({ id, list, keys, savedAt, isChanged, onExplained }: Props) {
  const t = useSegmentsText();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 250);
  const [person, setPerson] = useState<string | null>(null);
  const found = useRead(FoundPeopleDocument, { list, search: search || null }).data?.subscribers?.nodes ?? [];
  const read = useRead(ExplainSegmentDocument, { id, subscriber: person ?? '' }, { pause: person === null });
  const explained = person === null ? undefined : read.data?.explainSegment;
  const refetch = useEffectEvent(() => person !== null && read.refetch());
  const report = useEffectEvent(() =>
    onExplained(new Map(explained?.rules.map(({ path, matches }) => [keys.get(path) ?? '', matches]))),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each saved version is explained again
  useEffect(() => void refetch(), [savedAt]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is passed on once
  useEffect(() => report(), [explained]);
  return (
    <Panel title={t('checkPerson')}>
      <Stack>
        <Select
          label={t('person')}
          description={t('checkPersonHint')}
          placeholder={t('personHint')}
          maw={420}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('clear') }}
          value={person}
          data={found.map((one) => ({ value: one.id, label: one.email }))}
          filter={({ options }) => options}
          onSearchChange={setTyped}
          onChange={setPerson}
          nothingFoundMessage={t('noResults')}
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
        {read.error && person !== null && <Failed error={read.error} />}
        <Group role="status" aria-label={t('checkPerson')}>
          {explained && (
            <Mark color={explained.matches ? 'green' : 'gray'}>
              {explained.matches ? t('inSegment') : t('notInSegment')}
            </Mark>
          )}
          {explained && isChanged && <Text size="sm">{t('usesSavedRules')}</Text>}
        </Group>
      </Stack>
    </Panel>
  );
}
