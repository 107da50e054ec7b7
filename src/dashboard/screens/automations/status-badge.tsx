import { Badge } from '@mantine/core';
import type { AutomationStatus } from '../../../generated/dashboard/automations.ts';
import { useAutomationText } from './texts.ts';

const COLOURS: Record<AutomationStatus, string> = {
  DRAFT: 'gray',
  ACTIVE: 'green',
  PAUSED: 'orange',
  ARCHIVED: 'gray',
};

/** How an automation stands: in words, and for who sees it by a dot of colour. */
export function StatusBadge({ status }: { status: AutomationStatus }) {
  const say = useAutomationText();
  return (
    <Badge variant="dot" color={COLOURS[status]} tt="none" fw={500}>
      {say(status)}
    </Badge>
  );
}
