import { Timeline as Line, Text } from '@mantine/core';
import { TextLink } from '../../shell/links.tsx';
import { Panel } from '../../shell/panel.tsx';
import { useFormat } from '../../texts/use-format.ts';
import type { OneMail } from './mail.tsx';
import { useMailText } from './mail-texts.ts';

type Entry = OneMail['timeline'][number];

/** An e-mail's history, with the mail server's answer to each attempt. */
export function MailTimeline({ mail: { id, timeline, message, keptInOutbox } }: { mail: OneMail }) {
  const t = useMailText();
  const { moment } = useFormat();
  return (
    <Panel title={t('timeline')}>
      {message && message.failures > 0 && (
        <Text size="sm" c="dimmed" mb="md">
          {t('failedAttempts', { count: message.failures })}
        </Text>
      )}
      <Line bulletSize={12} lineWidth={2}>
        {timeline.map((entry) => (
          <Line.Item key={entry.id} title={t(entry.type === 'SENT' && keptInOutbox ? 'kept' : entry.type)}>
            <Text size="sm" c="dimmed" component="time" dateTime={entry.at}>
              {moment(entry.at)}
            </Text>
            <More entry={entry} />
            {entry.type === 'SENT' && keptInOutbox && (
              <TextLink to="/outbox/$id" params={{ id }} size="sm">
                {t('viewKept')}
              </TextLink>
            )}
          </Line.Item>
        ))}
      </Line>
    </Panel>
  );
}

/** The mail server's answer, the opener, or the clicked link. */
function More({ entry }: { entry: Entry }) {
  const t = useMailText();
  const lines = [
    'reason' in entry && entry.reason,
    'source' in entry && entry.source !== 'HUMAN' && t(entry.source),
    'target' in entry && entry.target,
  ].filter((line) => typeof line === 'string');
  return lines.map((line) => (
    <Text key={line} size="sm" style={{ overflowWrap: 'anywhere' }}>
      {line}
    </Text>
  ));
}
