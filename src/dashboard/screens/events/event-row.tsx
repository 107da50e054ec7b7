import { Code, Table, Text, useMatches } from '@mantine/core';
import { memo, useId, useState } from 'react';
import type { EventRowFragment } from '../../../generated/dashboard/events.ts';
import { TextLink } from '../../shell/links.tsx';
import { UnfoldButton } from '../../tables/unfold-button.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { useEventText } from './texts.ts';

/** An event, with its details unfolded below. Hundreds may arrive per second, so existing rows are not rendered again. */
export const EventRow = memo(function EventRow({ event }: { event: EventRowFragment }) {
  const { moment, money } = useFormat();
  const [open, setOpen] = useState(false);
  const id = useId();
  const { name, email, value, currency, occurredAt } = event;
  const person = (
    <TextLink to="/people/$email" params={{ email }} size="sm" truncate display="block">
      {email}
    </TextLink>
  );
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <UnfoldButton open={open} onToggle={() => setOpen(!open)} controls={id}>
            {name}
          </UnfoldButton>
          <Text component="div" hiddenFrom="sm">
            {person}
          </Text>
        </Table.Td>
        <Table.Td visibleFrom="sm">{person}</Table.Td>
        <Table.Td visibleFrom="md" ta="right">
          {value != null && currency && <Text size="sm">{money(value, currency)}</Text>}
        </Table.Td>
        <Table.Td visibleFrom="sm">
          <Text size="sm">{moment(occurredAt)}</Text>
        </Table.Td>
      </Table.Tr>
      {open && <Unfolded id={id} event={event} />}
    </>
  );
});

function Unfolded({ id, event: { occurredAt, reference, properties } }: { id: string; event: EventRowFragment }) {
  const t = useEventText();
  const { moment } = useFormat();
  const columns = useMatches({ base: 1, sm: 3, md: 4 });
  return (
    <Table.Tr id={id}>
      <Table.Td colSpan={columns}>
        <Text size="sm" c="dimmed" mb="xs">
          {[moment(occurredAt), reference && t('reference', { reference })].filter(Boolean).join(' · ')}
        </Text>
        {properties === null || properties === undefined ? (
          <Text size="sm">{t('noProperties')}</Text>
        ) : (
          <Code block tabIndex={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {JSON.stringify(properties, null, 2)}
          </Code>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
