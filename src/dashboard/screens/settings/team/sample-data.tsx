import { Group, Text } from '@mantine/core';
import { SampleDataDocument } from '../../../../generated/dashboard/sample-data.ts';
import { useRead } from '../../../client/use-read.ts';
import { Undo, useUndo } from '../../../editing/undo.tsx';
import { RemoveSampleData } from '../../../sample-data/remove-sample-data.tsx';
import { SampleOffer } from '../../../sample-data/sample-offer.tsx';
import { useSampleDataText } from '../../../sample-data/texts.ts';
import { useMayWrite } from '../../../session/viewer.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { Loaded } from '../../../states/loaded.tsx';

/** Loads sample data into the team, or removes it. */
export function SampleData() {
  const t = useSampleDataText();
  const read = useRead(SampleDataDocument, {});
  const last = useUndo();
  if (!useMayWrite()) return null;
  return (
    <Panel title={t('title')}>
      <Loaded of={read} lines={1}>
        {({ sampleData }) =>
          sampleData ? (
            <Group justify="space-between" gap="sm">
              <Text size="sm" flex="1 1 16rem">
                {t('loaded', { count: sampleData.peopleCount })}
              </Text>
              <RemoveSampleData people={sampleData.peopleCount} onRemoved={last.show} />
            </Group>
          ) : (
            <SampleOffer text={t('offer')} action={t('load')} />
          )
        }
      </Loaded>
      <Undo of={last} />
    </Panel>
  );
}
