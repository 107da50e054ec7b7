import { Box, Checkbox, Table, Text } from '@mantine/core';
import { SalesLogDocument, type SalesLogQuery } from '../../../generated/dashboard/events.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { useZone } from '../../session/zone.ts';
import { TextLink } from '../../shell/links.tsx';
import { Panel } from '../../shell/panel.tsx';
import { Shown } from '../../states/shown.tsx';
import { Pages, pageOf } from '../../tables/pages.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { Refund } from './refund.tsx';
import { periodOf, type RevenueSearch } from './search.ts';
import { useEventText } from './texts.ts';

export type Sale = SalesLogQuery['sales']['nodes'][number];

interface Props {
  search: RevenueSearch;
  onChange(change: RevenueSearch): void;
  onRefunded(): void;
}

/** The variables of the sales query. */
export const salesAsked = ({ refunded, ...search }: RevenueSearch, zone: string) => ({
  ...periodOf(search, zone),
  ...pageOf(search, 20),
  ...(refunded && { refunded: true }),
});

/** The sales of the period, with their credited e-mail and refunds. */
export function Sales({ search, onChange, onRefunded }: Props) {
  const say = useEventText();
  const { refunded } = search;
  const read = useRead(SalesLogDocument, salesAsked(search, useZone()));
  const again = () => {
    read.again();
    onRefunded();
  };
  return (
    <Panel title={say('sales')}>
      <Checkbox
        label={say('refundedOnly')}
        checked={refunded === 'yes'}
        onChange={({ currentTarget: { checked } }) => onChange({ refunded: checked ? 'yes' : undefined })}
        mb="md"
      />
      <Shown of={read}>
        {({ sales: { nodes, pageInfo } }) =>
          nodes.length === 0 ? (
            <Text c="dimmed">{say('noSales')}</Text>
          ) : (
            <>
              <Rows sales={nodes} onRefunded={again} />
              <Pages info={pageInfo} onTurn={(page) => onChange(page)} />
            </>
          )
        }
      </Shown>
    </Panel>
  );
}

/** The campaign or the mail that a sale is credited to. */
function CreditedTo({ sale: { campaign, transactionalMail, sender } }: { sale: Sale }) {
  const say = useEventText();
  const looks = { size: 'sm', truncate: true, display: 'block' } as const;
  if (campaign)
    return (
      <TextLink to="/campaigns/$campaign" params={{ campaign: campaign.id }} {...looks}>
        {campaign.name}
      </TextLink>
    );
  if (transactionalMail)
    return (
      <TextLink to="/transactional/$id" params={{ id: transactionalMail.id }} {...looks}>
        {transactionalMail.subject || say('noSubject')}
      </TextLink>
    );
  return <Text size="sm">{say(sender ? 'deleted' : 'nothing')}</Text>;
}

function Rows({ sales, onRefunded }: { sales: readonly Sale[]; onRefunded: () => void }) {
  const say = useEventText();
  const { moment, money } = useFormat();
  const mayWrite = useMayWrite();
  return (
    <Table layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{say('person')}</Table.Th>
          <Table.Th visibleFrom="md">{say('creditedTo')}</Table.Th>
          <Table.Th w={{ base: 130, md: 180 }} ta="right">
            {say('value')}
          </Table.Th>
          <Table.Th visibleFrom="sm" w={170}>
            {say('when')}
          </Table.Th>
          {mayWrite && (
            <Table.Th visibleFrom="sm" w={150}>
              {say('refund')}
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sales.map((sale) => (
          <Table.Tr key={sale.id}>
            <Table.Td>
              {sale.person ? (
                <TextLink to="/people/$email" params={{ email: sale.person.email }} size="sm" truncate display="block">
                  {sale.person.email}
                </TextLink>
              ) : (
                <Text size="sm">{say('erased')}</Text>
              )}
              <Text size="xs" c="dimmed" truncate>
                {[say(sale.origin), sale.reference].filter(Boolean).join(' · ')}
              </Text>
            </Table.Td>
            <Table.Td visibleFrom="md">
              <CreditedTo sale={sale} />
            </Table.Td>
            <Table.Td ta="right">
              <Text size="sm">{money(sale.value, sale.currency)}</Text>
              {sale.refunded > 0 && (
                <Text size="xs" c="dimmed">
                  {say('givenBack', { sum: money(sale.refunded, sale.currency) })}
                </Text>
              )}
              {mayWrite && sale.refunded < sale.value && (
                <Box hiddenFrom="sm" mt={4}>
                  <Refund sale={sale} onRefunded={onRefunded} />
                </Box>
              )}
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Text size="sm">{moment(sale.occurredAt)}</Text>
            </Table.Td>
            {mayWrite && (
              <Table.Td visibleFrom="sm">
                {sale.refunded < sale.value && <Refund sale={sale} onRefunded={onRefunded} />}
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
