import { ActionIcon, Menu } from '@mantine/core';
import { DotsHorizontalIcon } from '@radix-ui/react-icons';
import { useListsText } from './texts.ts';

interface Action {
  label: string;
  color?: string;
  onClick(): void;
}

/** The actions on a table row, in a menu. */
export function RowMenu({ of, actions }: { of: string; actions: readonly Action[] }) {
  const t = useListsText();
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('actionsFor', { of })}>
          <DotsHorizontalIcon aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, color, onClick }) => (
          <Menu.Item key={label} {...(color && { color })} onClick={onClick}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
