import { Text, Timeline } from '@mantine/core';
import { useFormat } from '../../../texts/use-format.ts';
import { branchesOf } from '../definition/step.ts';
import { findStep } from '../definition/tree.ts';
import { useEditing } from '../editor/editing.ts';
import { useStepText } from '../step-texts.ts';
import { type MailOfStep, SentMail } from './sent-mail.tsx';
import { useWalkText } from './texts.ts';
import type { Visit } from './walk.ts';

interface Props {
  steps: readonly (Visit & { step: string; type: string; message?: MailOfStep['message']; mailId?: string | null })[];
  /** How it ended, if it has. */
  end?: { at: string; how: string; reason?: string | null | undefined } | undefined;
}

const ENDS = [
  ...(['completed', 'failed', 'goal', 'exit', 'unsubscribed', 'bounced', 'complained'] as const),
  ...(['suppressed', 'not_subscribed', 'erased', 'removed', 'archived', 'restarted', 'send_window'] as const),
  ...(['trigger', 'again', 'not_within', 'if', 'too_often', 'no_date', 'done', 'skipped'] as const),
];

/** The words for an end, an outcome or a reason; unknown ones stay as the API names them. */
export function useReason(): (reason: string) => string {
  const say = useWalkText();
  return (reason) => {
    const known = ENDS.find((one) => one === reason);
    return known ? say(known) : reason;
  };
}

/** A path through the steps in order of time: when, with which result, and why. */
export function Passage({ steps, end }: Props) {
  const say = useWalkText();
  const sayStep = useStepText();
  const reasonOf = useReason();
  const { moment } = useFormat();
  const { draft, words } = useEditing();
  return (
    <div>
      <Timeline bulletSize={12} lineWidth={2} active={steps.length}>
        {steps.map(({ step: id, type, at, outcome, branch, subject, reason, message, mailId }, index) => {
          const step = findStep(draft.steps, id)?.step;
          const way = step && branchesOf(step).find(({ name }) => name === branch);
          const facts = [
            outcome === 'done' ? undefined : reasonOf(outcome),
            reason && reasonOf(reason),
            branch && say('way', { branch: step && way ? words.branch(step, way) : branch }),
            subject,
          ].filter(Boolean);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a run may pass a step once for each version
            <Timeline.Item key={index} title={step ? words.label(step) : sayStep(type as 'send')}>
              {facts.length > 0 && <Text size="sm">{facts.join(' · ')}</Text>}
              <SentMail message={message} mailId={mailId} />
              <Text size="sm" c="dimmed" component="time" dateTime={at}>
                {moment(at)}
              </Text>
            </Timeline.Item>
          );
        })}
      </Timeline>
      {end && (
        <Text size="sm" fw={500} mt="sm" role="status">
          {end.how === 'not_entered'
            ? say('notEntered', { reason: reasonOf(end.reason ?? 'trigger') })
            : say('endedAs', {
                when: moment(end.at),
                how: [end.how, end.reason].flatMap((one) => (one ? [reasonOf(one)] : [])).join(', '),
              })}
        </Text>
      )}
    </div>
  );
}
