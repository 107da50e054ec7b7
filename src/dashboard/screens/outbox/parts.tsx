import { Code, Table } from '@mantine/core';

/** Raw text that also scrolls by keyboard. */
export function Plain({ text }: { text: string }) {
  return (
    <Code block tabIndex={0} mah={720} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', overflowY: 'auto' }}>
      {text}
    </Code>
  );
}

/** The header fields of a message, in its order. */
export function Headers({ headers }: { headers: readonly { name: string; value: string }[] }) {
  return (
    <Table layout="fixed" variant="vertical">
      <Table.Tbody>
        {headers.map(({ name, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a field may occur twice, and never changes
          <Table.Tr key={index}>
            <Table.Th w={{ base: 110, sm: 220 }} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
