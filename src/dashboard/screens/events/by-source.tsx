import { SegmentedControl, Table, Text } from '@mantine/core';
import { RevenueByDocument, SenderNamesDocument } from '../../../generated/dashboard/events.ts';
import { useRead } from '../../client/use-read.ts';
import { TextLink } from '../../shell/links.tsx';
import { Panel } from '../../shell/panel.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { GROUPS, type RevenueSearch } from './search.ts';
import { useEventText } from './texts.ts';

/** The number of groups shown, highest revenue first. */
const MAX_ROWS = 50;

interface Props {
  period: { from?: string; to?: string };
  currency: string;
  search: RevenueSearch;
  onChange(change: RevenueSearch): void;
}

/** Revenue credited to e-mails, by source. */
export function BySource({ period, currency, search: { by = GROUPS[0] }, onChange }: Props) {
  const t = useEventText();
  const { money, number } = useFormat();
  const read = useRead(RevenueByDocument, { ...period, groupBy: by });
  const groups = (read.data?.revenue.groups ?? [])
    .filter((group) => group.currency === currency)
    .sort((one, other) => other.revenue - one.revenue)
    .slice(0, MAX_ROWS);
  const names = useNames(by === 'TEMPLATE' ? [] : groups.map(({ group }) => group));
  return (
    <Panel title={t('bySource')}>
      <SegmentedControl
        aria-label={t('bySource')}
        value={by}
        data={GROUPS.map((value) => ({ value, label: t(value) }))}
        onChange={(value) => onChange({ by: GROUPS.find((one) => one === value) })}
        mb="md"
        maw="100%"
        w="fit-content"
      />
      <Loaded of={read}>
        {() =>
          groups.length === 0 ? (
            <Text c="dimmed">{t('noAttributedSales')}</Text>
          ) : (
            <Table layout="fixed">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t(by)}</Table.Th>
                  <Table.Th w={90} ta="right">
                    {t('orders')}
                  </Table.Th>
                  <Table.Th w={130} ta="right">
                    {t('revenue')}
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {groups.map(({ group, orders, revenue }) => (
                  <Table.Tr key={group}>
                    <Table.Td style={{ overflowWrap: 'anywhere' }}>
                      {by === 'CAMPAIGN' && names.has(group) ? (
                        <TextLink to="/campaigns/$campaign" params={{ campaign: group }} size="sm">
                          {names.get(group)}
                        </TextLink>
                      ) : by === 'AUTOMATION' && names.has(group) ? (
                        <TextLink to="/automations/$automation" params={{ automation: group }} size="sm">
                          {names.get(group)}
                        </TextLink>
                      ) : by === 'TEMPLATE' ? (
                        <TextLink to="/templates" search={{ search: group }} size="sm">
                          {group}
                        </TextLink>
                      ) : (
                        (names.get(group) ?? t('deleted'))
                      )}
                    </Table.Td>
                    <Table.Td ta="right">{number(orders)}</Table.Td>
                    <Table.Td ta="right">{money(revenue, currency)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </Loaded>
    </Panel>
  );
}

/** The names of campaigns and automations. Deleted ones have no name. */
function useNames(ids: readonly string[]): Map<string, string> {
  const { data } = useRead(SenderNamesDocument, { ids: [...ids] }, { pause: ids.length === 0 });
  return new Map(
    (data?.nodes ?? []).flatMap((node) => (node && 'name' in node ? [[node.id, node.name] as const] : [])),
  );
}
