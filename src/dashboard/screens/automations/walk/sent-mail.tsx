import { Text } from '@mantine/core';
import type { WholeRunFragment } from '../../../../generated/dashboard/automations.ts';
import { TextLink } from '../../../shell/links.tsx';
import { useMailOfStepText } from './sent-mail-texts.ts';

export type MailOfStep = WholeRunFragment['steps'][number];

interface Props {
  message?: MailOfStep['message'] | undefined;
  mailId?: string | null | undefined;
}

/** The e-mail of a step: its result, or, for a transactional one, a link to it. */
export function SentMail({ message, mailId }: Props) {
  const say = useMailOfStepText();
  if (mailId) {
    return (
      <TextLink to="/transactional/$id" params={{ id: mailId }} size="sm">
        {say('mail')}
      </TextLink>
    );
  }
  if (!message) return null;
  const happened = [
    ...new Set(
      message.timeline
        .filter((entry) => !('verdict' in entry) || entry.verdict === 'HUMAN')
        .map(({ type }) => say(type)),
    ),
  ];
  return (
    <Text size="sm">
      {say('message', { happened: happened.join(', ') })}
      {message.reason && `: ${message.reason}`}
    </Text>
  );
}
