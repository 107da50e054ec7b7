import { Button, Group } from '@mantine/core';

/** The actions on a row. Their names include the row, so that screen readers can tell two rows apart. */
export function RowActions({ of, actions }: { of: string; actions: readonly RowAction[] }) {
  return (
    <Group gap="xs" justify="flex-end" wrap="wrap">
      {actions.map(({ label, onClick, busy }) => (
        <Button
          key={label}
          variant="subtle"
          size="compact-sm"
          onClick={onClick}
          loading={busy ?? false}
          aria-label={`${label}: ${of}`}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}

export interface RowAction {
  label: string;
  onClick: () => void;
  busy?: boolean;
}
