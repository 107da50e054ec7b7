import { Anchor, Code, Group, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RequestRowFragment } from '../../../../generated/dashboard/requests.ts';
import { useFormat } from '../../../texts/use-format.ts';
import { codeLink, operationLinks } from './reference-links.ts';
import { useRequestsText } from './texts.ts';

/** Everything that is logged of a call, with links to the reference of its operation and its errors. */
export function RequestDetails({ call, reference }: { call: RequestRowFragment; reference: string | undefined }) {
  const t = useRequestsText();
  const { exact } = useFormat();
  const links = reference ? operationLinks(reference, call) : [];
  const details: [string, ReactNode][] = [
    [t('requestId'), <Code key="id">{call.requestId}</Code>],
    [t('time'), exact(call.createdAt)],
    [t('duration'), t('ms', { ms: call.milliseconds })],
    [t('token'), call.token?.name ?? t('revoked')],
  ];
  if (call.parameters.length > 0) details.push([t('parameters'), call.parameters.join(', ')]);
  if (call.rootFields.length > 0) details.push([t('operation'), call.rootFields.join(', ')]);
  if (call.errorCodes.length > 0)
    details.push([
      t('errorCodes'),
      <Links
        key="codes"
        of={call.errorCodes.map((code) => (reference ? codeLink(reference, code) : { label: code }))}
      />,
    ]);
  if (call.replayed) details.push([t('idempotency'), t('replayed')]);
  if (links.length > 0) details.push([t('reference'), <Links key="operations" of={links} />]);
  return (
    <>
      <Table variant="vertical" layout="fixed" mb="xs">
        <Table.Tbody>
          {details.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w={150}>{name}</Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed">
        {t('noValues')}
      </Text>
    </>
  );
}

function Links({ of }: { of: readonly { label: string; href?: string }[] }) {
  return (
    <Group gap="sm">
      {of.map(({ label, href }) =>
        href ? (
          <Anchor key={label} size="sm" href={href} target="_blank" rel="noreferrer">
            {label}
          </Anchor>
        ) : (
          <Code key={label}>{label}</Code>
        ),
      )}
    </Group>
  );
}
