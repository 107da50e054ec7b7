import { ActionIcon, Code, Menu, Text } from '@mantine/core';
import { MixIcon } from '@radix-ui/react-icons';
import { useEditorText } from './editor-texts.ts';

/** Liquid variables for the insert menu (docs/templates.md). */
const VARIABLES = [
  ['firstName', '{{ subscriber.first_name }}'],
  ['greeting', '{% if subscriber.first_name %} {{ subscriber.first_name }}{% endif %}'],
  ['lastName', '{{ subscriber.last_name }}'],
  ['email', '{{ subscriber.email }}'],
  ['attribute', "{{ subscriber.attributes.name | default: '…' }}"],
  ['list', '{{ list.name }}'],
  ['team', '{{ team.name }}'],
  ['address', '{{ team.postal_address }}'],
  ['unsubscribe', '{{ unsubscribe_url }}'],
  ['preferences', '{{ preferences_url }}'],
  ['browser', '{{ view_url }}'],
  ['event', '{{ event.name }}'],
] as const;

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
