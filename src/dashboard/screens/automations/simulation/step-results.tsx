import { Text, Timeline } from '@mantine/core';
import { useFormat } from '../../../texts/use-format.ts';
import { branchesOf } from '../definition/step.ts';
import { findStep } from '../definition/tree.ts';
import { useEditing } from '../editor/editing.ts';
import { useStepText } from '../step-texts.ts';
import type { StepResult } from './run-path.ts';
import { StepMail, type StepMailResult } from './step-mail.tsx';
import { useSimulationText } from './texts.ts';

interface Props {
  steps: readonly (StepResult & {
    step: string;
    type: string;
    message?: StepMailResult['message'];
    mailId?: string | null;
  })[];
  /** How it ended, if it has. */
  end?: { at: string; how: string; reason?: string | null | undefined } | undefined;
}

const KNOWN_REASONS = [
  ...(['completed', 'failed', 'goal', 'exit', 'unsubscribed', 'bounced', 'complained'] as const),
  ...(['suppressed', 'not_subscribed', 'erased', 'removed', 'archived', 'restarted', 'send_window'] as const),
  ...(['trigger', 'no_re_entry', 'too_soon', 'conditions_not_met', 'too_often', 'no_date', 'done', 'skipped'] as const),
];

/** The words for an end, an outcome or a reason; unknown ones stay as the API names them. */
export function useReason(): (reason: string) => string {
  const t = useSimulationText();
  return (reason) => {
    const known = KNOWN_REASONS.find((one) => one === reason.toLowerCase());
    return known ? t(known) : reason;
  };
}

/** A path through the steps in order of time: when, with which result, and why. */
export function StepResults({ steps, end }: Props) {
  const t = useSimulationText();
  const tStep = useStepText();
  const reasonOf = useReason();
  const { moment } = useFormat();
  const { draft, words } = useEditing();
  return (
    <div>
      <Timeline bulletSize={12} lineWidth={2} active={steps.length}>
        {steps.map(({ step: id, type, at, outcome, branch, subject, reason, message, mailId }, index) => {
          const step = findStep(draft.steps, id)?.step;
          const stepBranch = step && branchesOf(step).find(({ name }) => name === branch);
          const details = [
            outcome === 'DONE' ? undefined : reasonOf(outcome),
            reason && reasonOf(reason),
            branch && t('branch', { branch: step && stepBranch ? words.branch(step, stepBranch) : branch }),
            subject,
          ].filter(Boolean);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a run may pass a step once for each version
            <Timeline.Item key={index} title={step ? words.label(step) : tStep(type.toLowerCase() as 'send')}>
              {details.length > 0 && <Text size="sm">{details.join(' · ')}</Text>}
              <StepMail message={message} mailId={mailId} />
              <Text size="sm" c="dimmed" component="time" dateTime={at}>
                {moment(at)}
              </Text>
            </Timeline.Item>
          );
        })}
      </Timeline>
      {end && (
        <Text size="sm" fw={500} mt="sm" role="status">
          {end.how === 'NOT_ENTERED'
            ? t('notEntered', { reason: reasonOf(end.reason ?? 'trigger') })
            : t('ends', {
                when: moment(end.at),
                how: [end.how, end.reason].flatMap((one) => (one ? [reasonOf(one)] : [])).join(', '),
              })}
        </Text>
      )}
    </div>
  );
}
