import { Group, Text } from '@mantine/core';
import type { SenderSetupQuery } from '../../../../generated/dashboard/deliverability.ts';
import { TextLink } from '../../../shell/links.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { Mark } from '../../../tables/mark.tsx';
import { Rows } from '../../../tables/rows.tsx';
import { STATE_COLORS } from '../domains/domain-records.tsx';
import { useDomainsText } from '../domains/texts.ts';
import { useSettingsText } from '../texts.ts';
import { useDeliverabilityText } from './texts.ts';

type Domain = SenderSetupQuery['sendingDomains']['nodes'][number];

/** The team's sending domains, with the state of the records that providers check, and a way to the reports about each. */
export function SenderDomains({ domains }: { domains: readonly Domain[] }) {
  const t = useDeliverabilityText();
  const settings = useSettingsText();
  return (
    <Panel title={settings('domains')}>
      {domains.length === 0 ? (
        <>
          <Text c="dimmed" mb="xs">
            {t('noDomains')}
          </Text>
          <TextLink to="/settings/domains" size="sm">
            {t('addDomain')}
          </TextLink>
        </>
      ) : (
        <Rows
          label={settings('domains')}
          rows={domains}
          idOf={({ id }) => id}
          columns={[
            {
              title: t('domain'),
              cell: ({ id, domain }) => (
                <TextLink to="/settings/domains/$id" params={{ id }} size="sm">
                  {domain}
                </TextLink>
              ),
            },
            { title: t('records'), cell: ({ records }) => <Records records={records} /> },
            {
              title: t('reports'),
              from: 'sm',
              cell: ({ id, domain }) => (
                <TextLink to="/settings/domains/$id" params={{ id }} size="sm" aria-label={t('reportsOf', { domain })}>
                  {t('viewReports')}
                </TextLink>
              ),
            },
          ]}
        />
      )}
    </Panel>
  );
}

/** The records that providers check before they accept a message. */
const CHECKED = ['SPF', 'DKIM', 'DMARC'] as const;

function Records({ records }: Pick<Domain, 'records'>) {
  const t = useDomainsText();
  return (
    <Group gap="md" component="span">
      {CHECKED.map((purpose) => {
        const { state } = records.find((one) => one.purpose === purpose) ?? { state: 'UNCHECKED' as const };
        return <Mark key={purpose} color={STATE_COLORS[state]}>{`${purpose}: ${t(state)}`}</Mark>;
      })}
    </Group>
  );
}
