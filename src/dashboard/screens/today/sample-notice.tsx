import { Box, Group, Text } from '@mantine/core';
import { SampleDataDocument } from '../../../generated/dashboard/sample-data.ts';
import { useRead } from '../../client/use-read.ts';
import { Undo, useUndo } from '../../editing/undo.tsx';
import { RemoveSampleData } from '../../sample-data/remove-sample-data.tsx';
import { useSampleDataText } from '../../sample-data/texts.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import classes from './sample-notice.module.css';

/** Says that the figures are invented while the team has sample data, and offers to remove it. */
export function SampleNotice() {
  const t = useSampleDataText();
  const mayWrite = useMayWrite();
  const { data } = useRead(SampleDataDocument, {});
  const last = useUndo();
  const sample = data?.sampleData;
  if (!sample && !last.done) return null;
  return (
    <Box mb="lg">
      {sample && (
        <Group
          component="aside"
          aria-label={t('title')}
          className={classes.notice ?? ''}
          justify="space-between"
          gap="sm"
        >
          <Text size="sm" flex="1 1 16rem">
            {t('loaded', { count: sample.peopleCount })}
          </Text>
          {mayWrite && <RemoveSampleData people={sample.peopleCount} onRemoved={last.show} />}
        </Group>
      )}
      <Undo of={last} />
    </Box>
  );
}
