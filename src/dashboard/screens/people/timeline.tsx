import { Button, Timeline as Line, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ActivityDocument, EventRecordedDocument } from '../../../generated/dashboard/people.ts';
import { useLive } from '../../client/use-live.ts';
import { useRead } from '../../client/use-read.ts';
import { Panel } from '../../shell/panel.tsx';
import { Shown } from '../../states/shown.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { Entry } from './entry.tsx';
import { usePersonText } from './person-texts.ts';

/** A person's activity and e-mails, newest first. New events appear live. */
export function Timeline({ email }: { email: string }) {
  const say = usePersonText();
  const [cursors, setCursors] = useState<(string | null)[]>([null]);
  const older = (cursor: string) => setCursors([...cursors, cursor]);
  return (
    <Panel title={say('timeline')}>
      <Stack>
        {cursors.map((after) => (
          <Stretch key={after} email={email} after={after} onOlder={after === cursors.at(-1) ? older : undefined} />
        ))}
      </Stack>
    </Panel>
  );
}

interface StretchProps {
  email: string;
  after: string | null;
  onOlder: ((cursor: string) => void) | undefined;
}

function Stretch({ email, after, onOlder }: StretchProps) {
  const say = usePersonText();
  const { moment } = useFormat();
  const read = useRead(ActivityDocument, { email, after });
  useLive(EventRecordedDocument, { email }, () => after === null && read.again());
  return (
    <Shown of={read}>
      {({ person: { activity } }) => (
        <>
          {activity.nodes.length === 0 && <Text c="dimmed">{say('quiet')}</Text>}
          <Line bulletSize={12} lineWidth={2}>
            {activity.nodes.map((entry) => (
              <Line.Item
                key={entry.id}
                title={
                  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                    <Entry entry={entry} />
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
              {say('more')}
            </Button>
          )}
        </>
      )}
    </Shown>
  );
}
