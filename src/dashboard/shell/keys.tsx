import { Group, Kbd, Table } from '@mantine/core';
import { Dialog } from './dialog.tsx';
import { useShellText } from './texts.ts';

const KEYS = [
  { name: 'keySearch', keys: ['Ctrl', 'K'] },
  { name: 'keyHelp', keys: ['?'] },
  { name: 'keyClose', keys: ['Esc'] },
  { name: 'keyRows', keys: ['J', 'K'] },
  { name: 'keyTick', keys: ['X'] },
  { name: 'keyMove', keys: ['Alt', '↑ ↓'] },
  { name: 'keySave', keys: ['Ctrl', 'S'] },
  { name: 'keyUndo', keys: ['Ctrl', 'Z'] },
  { name: 'keyRedo', keys: ['Ctrl', 'Y'] },
] as const;

/** The keys of the dashboard. */
export default function Keys({ onClose }: { onClose: () => void }) {
  const t = useShellText();
  return (
    <Dialog opened onClose={onClose} title={t('keys')}>
      <Table>
        <Table.Tbody>
          {KEYS.map(({ name, keys }) => (
            <Table.Tr key={name}>
              <Table.Td>{t(name)}</Table.Td>
              <Table.Td>
                <Group gap={4} justify="flex-end" wrap="nowrap">
                  {keys.map((key) => (
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
