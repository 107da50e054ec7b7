import { Badge } from '@mantine/core';
import type { AutomationStatus } from '../../../generated/dashboard/automations.ts';
import { useAutomationText } from './texts.ts';

const COLOURS: Record<AutomationStatus, string> = {
  DRAFT: 'gray',
  ACTIVE: 'green',
  PAUSED: 'orange',
  ARCHIVED: 'gray',
};

/** An automation's status, in words and as a coloured dot. */
export function StatusBadge({ status }: { status: AutomationStatus }) {
  const t = useAutomationText();
  return (
    <Badge variant="dot" color={COLOURS[status]} tt="none" fw={500}>
      {t(status)}
    </Badge>
  );
}
