import { Table, Text } from '@mantine/core';
import type { EditedAutomationFragment, RunRowFragment } from '../../../../generated/dashboard/automations.ts';
import { TextLink } from '../../../shell/links.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { stepsOf } from '../definition/step.ts';
import { findStep } from '../definition/tree.ts';
import { useSurroundings } from '../editor/use-surroundings.ts';
import { useReason } from '../simulation/step-results.tsx';
import { useRunText } from './texts.ts';

/** Current and former participants, their status, and why their runs ended. */
export function RunsTable({
  automation,
  runs,
}: {
  automation: EditedAutomationFragment;
  runs: readonly RunRowFragment[];
}) {
  const t = useRunText();
  const { ago, moment, number } = useFormat();
  const reasonOf = useReason();
  const { words } = useSurroundings(automation);
  const steps = stepsOf(automation.steps);
  const position = (id: string | null | undefined) => {
    const step = findStep(steps, id ?? undefined)?.step;
    return step ? words.label(step) : id ? t('deletedStep') : '';
  };
  return (
    <Table highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('email')}</Table.Th>
          <Table.Th>{t('state')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('step')}</Table.Th>
          <Table.Th visibleFrom="md">{t('started')}</Table.Th>
          <Table.Th visibleFrom="md" ta="end">
            {t('version')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {runs.map(({ id, email, state, exitReason, step, waitUntil, startedAt, version }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <TextLink to="/automations/$automation/runs/$run" params={{ automation: automation.id, run: id }}>
                {email ?? t('erased')}
              </TextLink>
            </Table.Td>
            <Table.Td>
              {t(state)}
              {exitReason && (
                <Text size="sm" c="dimmed">
                  {reasonOf(exitReason)}
                </Text>
              )}
            </Table.Td>
            <Table.Td visibleFrom="sm">
              {position(step)}
              {state === 'ACTIVE' && waitUntil && (
                <Text size="sm" c="dimmed">
                  {t('until', { when: moment(waitUntil) })}
                </Text>
              )}
            </Table.Td>
            <Table.Td visibleFrom="md">{ago(startedAt)}</Table.Td>
            <Table.Td visibleFrom="md" ta="end">
              {number(version)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
