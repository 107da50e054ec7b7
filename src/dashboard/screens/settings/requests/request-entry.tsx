import { Table, Text, useMatches } from '@mantine/core';
import { useId, useState } from 'react';
import type { RequestRowFragment } from '../../../../generated/dashboard/requests.ts';
import { Mark } from '../../../tables/mark.tsx';
import { UnfoldButton } from '../../../tables/unfold-button.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { RequestDetails } from './request-details.tsx';
import { useRequestsText } from './texts.ts';

const COLORS = { SUCCEEDED: 'green', CLIENT_ERROR: 'orange', SERVER_ERROR: 'red' } as const;

/** A call, with its details unfolded below. */
export function RequestEntry({ call, reference }: { call: RequestRowFragment; reference: string | undefined }) {
  const t = useRequestsText();
  const { exact } = useFormat();
  const [open, setOpen] = useState(false);
  const id = useId();
  const columns = useMatches({ base: 2, sm: 4, md: 5 });
  const { status, outcome, token, milliseconds, createdAt } = call;
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <Mark color={COLORS[outcome]}>{String(status)}</Mark>
        </Table.Td>
        <Table.Td>
          <UnfoldButton open={open} onToggle={() => setOpen(!open)} controls={id}>
            <NameOf call={call} />
          </UnfoldButton>
        </Table.Td>
        <Table.Td visibleFrom="md">
          <Text size="sm" truncate>
            {token?.name ?? t('revoked')}
          </Text>
        </Table.Td>
        <Table.Td visibleFrom="sm" ta="right">
          <Text size="sm">{t('ms', { ms: milliseconds })}</Text>
        </Table.Td>
        <Table.Td visibleFrom="sm">
          <Text size="sm">{exact(createdAt)}</Text>
        </Table.Td>
      </Table.Tr>
      {open && (
        <Table.Tr id={id}>
          <Table.Td colSpan={columns}>
            <RequestDetails call={call} reference={reference} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

/** The method and route of a REST call, or the operation of GraphQL. */
function NameOf({ call: { interface: via, method, route, operationType, operationName, rootFields } }: Called) {
  const t = useRequestsText();
  const [kind, name] =
    via === 'GRAPHQL'
      ? [operationType?.toLowerCase() ?? 'GraphQL', operationName ?? (rootFields.join(', ') || t('unnamed'))]
      : [method, route ?? t('unknownRoute')];
  return (
    <>
      <Text span size="sm" c="dimmed">
        {kind}
      </Text>{' '}
      {name}
    </>
  );
}

interface Called {
  call: RequestRowFragment;
}
