import { Button, Timeline as Line, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ActivityDocument, EventRecordedDocument } from '../../../generated/dashboard/people.ts';
import { useLive } from '../../client/use-live.ts';
import { useRead } from '../../client/use-read.ts';
import { Panel } from '../../shell/panel.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { usePersonText } from './person-texts.ts';
import { TimelineEntry } from './timeline-entry.tsx';

/** A person's activity and e-mails, newest first. New events appear live. */
export function Timeline({ email }: { email: string }) {
  const t = usePersonText();
  const [cursors, setCursors] = useState<(string | null)[]>([null]);
  const older = (cursor: string) => setCursors([...cursors, cursor]);
  return (
    <Panel title={t('timeline')}>
      <Stack>
        {cursors.map((after) => (
          <ActivityPage
            key={after}
            email={email}
            after={after}
            onOlder={after === cursors.at(-1) ? older : undefined}
          />
        ))}
      </Stack>
    </Panel>
  );
}

interface ActivityPageProps {
  email: string;
  after: string | null;
  onOlder: ((cursor: string) => void) | undefined;
}

function ActivityPage({ email, after, onOlder }: ActivityPageProps) {
  const t = usePersonText();
  const { moment } = useFormat();
  const read = useRead(ActivityDocument, { email, after });
  useLive(EventRecordedDocument, { email }, () => after === null && read.refetch());
  return (
    <Loaded of={read}>
      {({ person: { activity } }) => (
        <>
          {activity.nodes.length === 0 && <Text c="dimmed">{t('noActivity')}</Text>}
          <Line bulletSize={12} lineWidth={2}>
            {activity.nodes.map((entry) => (
              <Line.Item
                key={entry.id}
                title={
                  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                    <TimelineEntry entry={entry} />
                  </Text>
                }
              >
                <Text size="sm" c="dimmed" component="time" dateTime={entry.occurredAt}>
                  {moment(entry.occurredAt)}
                </Text>
              </Line.Item>
            ))}
          </Line>
          {onOlder && activity.pageInfo.hasNextPage && (
            <Button variant="default" onClick={() => onOlder(activity.pageInfo.endCursor ?? '')}>
              {t('showOlder')}
            </Button>
          )}
        </>
      )}
    </Loaded>
  );
}
