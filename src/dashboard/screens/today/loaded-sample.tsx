import { Box, Group, Text } from '@mantine/core';
import { Undo, useUndo } from '../../editing/undo.tsx';
import { RemoveSampleData } from '../../sample-data/remove-sample-data.tsx';
import { useSampleDataText } from '../../sample-data/texts.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import classes from './sample-notice.module.css';

/** The notice of the sample data, which offers to remove it and then says what stays. `people`: undefined once it is removed. */
export function LoadedSample({ people }: { people: number | undefined }) {
  const t = useSampleDataText();
  const mayWrite = useMayWrite();
  const last = useUndo();
  if (people === undefined && !last.done) return null;
  return (
    <Box mb="lg">
      {people !== undefined && (
        <Group
          component="aside"
          aria-label={t('title')}
          className={classes.notice ?? ''}
          justify="space-between"
          gap="sm"
        >
          <Text size="sm" flex="1 1 16rem">
            {t('loaded', { count: people })}
          </Text>
          {mayWrite && <RemoveSampleData people={people} onRemoved={last.show} />}
        </Group>
      )}
      <Undo of={last} />
    </Box>
  );
}
