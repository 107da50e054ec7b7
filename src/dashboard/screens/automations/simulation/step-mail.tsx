import { Text } from '@mantine/core';
import type { WholeRunFragment } from '../../../../generated/dashboard/automations.ts';
import { TextLink } from '../../../shell/links.tsx';
import { useStepMailText } from './step-mail-texts.ts';

export type StepMailResult = WholeRunFragment['steps'][number];

interface Props {
  message?: StepMailResult['message'] | undefined;
  mailId?: string | null | undefined;
}

/** The e-mail of a step: its result, or, for a transactional one, a link to it. */
export function StepMail({ message, mailId }: Props) {
  const t = useStepMailText();
  if (mailId) {
    return (
      <TextLink to="/transactional/$id" params={{ id: mailId }} size="sm">
        {t('viewMail')}
      </TextLink>
    );
  }
  if (!message) return null;
  const happened = [
    ...new Set(
      message.timeline.filter((entry) => !('source' in entry) || entry.source === 'HUMAN').map(({ type }) => t(type)),
    ),
  ];
  return (
    <Text size="sm">
      {t('message', { happened: happened.join(', ') })}
      {message.reason && `: ${message.reason}`}
    </Text>
  );
}
