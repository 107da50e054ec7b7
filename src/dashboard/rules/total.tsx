import { Group, Text } from '@mantine/core';
import { useFormat } from '../texts/use-format.ts';
import { useBuilder } from './builder.ts';
import { useRulesText } from './texts.ts';

/** How many people the rules match now. */
export function Total({ listName, unfinished }: { listName: string; unfinished: number }) {
  const t = useRulesText();
  const { number } = useFormat();
  const { counts, recounting } = useBuilder();
  return (
    <Group gap="xs" role="status" aria-label={t('matchingPeople')} aria-busy={recounting}>
      <Text>
        <Text span fw={600} size="lg">
          {counts.total === undefined ? '–' : number(counts.total)}
        </Text>{' '}
        {t('match', { count: counts.total ?? 0, list: listName })}
      </Text>
      {unfinished > 0 && <Text size="sm">{t('incompleteIgnored', { count: unfinished })}</Text>}
    </Group>
  );
}
