import { Group, Kbd, Table } from '@mantine/core';
import { Dialog } from './dialog.tsx';
import { useKeysText } from './keys-texts.ts';
import { useShellText } from './texts.ts';

const KEYS = [
  { name: 'search', pressed: ['Ctrl', 'K'] },
  { name: 'help', pressed: ['?'] },
  { name: 'close', pressed: ['Esc'] },
  { name: 'rows', pressed: ['J', 'K'] },
  { name: 'tick', pressed: ['X'] },
  { name: 'move', pressed: ['Alt', '↑ ↓'] },
  { name: 'save', pressed: ['Ctrl', 'S'] },
  { name: 'undo', pressed: ['Ctrl', 'Z'] },
  { name: 'redo', pressed: ['Ctrl', 'Y'] },
] as const;

/** The keys of the dashboard. */
export default function Keys({ onClose }: { onClose: () => void }) {
  const t = useShellText();
  const keys = useKeysText();
  return (
    <Dialog opened onClose={onClose} title={t('keys')}>
      <Table>
        <Table.Tbody>
          {KEYS.map(({ name, pressed }) => (
            <Table.Tr key={name}>
              <Table.Td>{keys(name)}</Table.Td>
              <Table.Td>
                <Group gap={4} justify="flex-end" wrap="nowrap">
                  {pressed.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}
