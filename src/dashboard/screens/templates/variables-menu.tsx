import { ActionIcon, Code, Menu, Text } from '@mantine/core';
import { MixIcon } from '@radix-ui/react-icons';
import { useEditorText } from './editor-texts.ts';
import { VARIABLES } from './liquid-variables.ts';

/** Inserts a variable that each recipient sees with their own data. */
export function VariablesMenu({ label, onPick }: { label: string; onPick: (liquid: string) => void }) {
  const t = useEditorText();
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }} returnFocus={false} withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('insertInto', { label })} title={t('insert')}>
          <MixIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {VARIABLES.map(([name, liquid]) => (
          <Menu.Item key={name} onClick={() => onPick(liquid)}>
            <Text size="sm">{t(`v_${name}`)}</Text>
            <Code>{liquid}</Code>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
