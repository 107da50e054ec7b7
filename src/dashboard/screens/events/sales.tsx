import { Box, Checkbox, Table, Text } from '@mantine/core';
import { SalesLogDocument, type SalesLogQuery } from '../../../generated/dashboard/events.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { useZone } from '../../session/zone.ts';
import { TextLink } from '../../shell/links.tsx';
import { Panel } from '../../shell/panel.tsx';
import { Loaded } from '../../states/loaded.tsx';
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
export const salesVariables = ({ refunded, ...search }: RevenueSearch, zone: string) => ({
  ...periodOf(search, zone),
  ...pageOf(search, 20),
  ...(refunded && { refunded: true }),
});

/** The sales of the period, with their credited e-mail and refunds. */
export function Sales({ search, onChange, onRefunded }: Props) {
  const t = useEventText();
  const { refunded } = search;
  const read = useRead(SalesLogDocument, salesVariables(search, useZone()));
  const refetch = () => {
    read.refetch();
    onRefunded();
  };
  return (
    <Panel title={t('sales')}>
      <Checkbox
        label={t('refundedOnly')}
        checked={refunded === 'yes'}
        onChange={({ currentTarget: { checked } }) => onChange({ refunded: checked ? 'yes' : undefined })}
        mb="md"
      />
      <Loaded of={read}>
        {({ sales: { nodes, pageInfo } }) =>
          nodes.length === 0 ? (
            <Text c="dimmed">{t('noSales')}</Text>
          ) : (
            <>
              <Rows sales={nodes} onRefunded={refetch} />
              <Pages info={pageInfo} onPageChange={(page) => onChange(page)} />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

/** The campaign or the mail that a sale is credited to. */
function CreditedTo({ sale: { attribution } }: { sale: Sale }) {
  const { campaign, transactionalMail, sender } = attribution ?? {};
  const t = useEventText();
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
        {transactionalMail.subject || t('noSubject')}
      </TextLink>
    );
  return <Text size="sm">{t(sender ? 'deleted' : 'notCredited')}</Text>;
}

function Rows({ sales, onRefunded }: { sales: readonly Sale[]; onRefunded: () => void }) {
  const t = useEventText();
  const { moment, money } = useFormat();
  const mayWrite = useMayWrite();
  return (
    <Table layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('person')}</Table.Th>
          <Table.Th visibleFrom="md">{t('creditedTo')}</Table.Th>
          <Table.Th w={{ base: 130, md: 180 }} ta="right">
            {t('value')}
          </Table.Th>
          <Table.Th visibleFrom="sm" w={170}>
            {t('time')}
          </Table.Th>
          {mayWrite && (
            <Table.Th visibleFrom="sm" w={150}>
              {t('refund')}
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
                <Text size="sm">{t('erased')}</Text>
              )}
              <Text size="xs" c="dimmed" truncate>
                {[t(sale.origin), sale.reference].filter(Boolean).join(' · ')}
              </Text>
            </Table.Td>
            <Table.Td visibleFrom="md">
              <CreditedTo sale={sale} />
            </Table.Td>
            <Table.Td ta="right">
              <Text size="sm">{money(sale.value, sale.currency)}</Text>
              {sale.refunded > 0 && (
                <Text size="xs" c="dimmed">
                  {t('refunded', { sum: money(sale.refunded, sale.currency) })}
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
