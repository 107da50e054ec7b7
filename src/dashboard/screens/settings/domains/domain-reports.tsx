import { Text } from '@mantine/core';
import { DomainReportsDocument } from '../../../../generated/dashboard/domains.ts';
import { useRead } from '../../../client/use-read.ts';
import { Panel } from '../../../shell/panel.tsx';
import { Loaded } from '../../../states/loaded.tsx';
import { Rows } from '../../../tables/rows.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { useDomainsText } from './texts.ts';

/** The senders that use the domain, from other mail servers' reports. */
export function DomainReports({ id }: { id: string }) {
  const t = useDomainsText();
  const { number } = useFormat();
  const read = useRead(DomainReportsDocument, { id });
  return (
    <Panel title={t('reports')}>
      <Loaded of={read}>
        {({ sendingDomain }) => {
          const sources = sendingDomain?.reports.nodes ?? [];
          if (sources.length === 0) return <Text c="dimmed">{t('noReports')}</Text>;
          return (
            <Rows
              label={t('reports')}
              rows={sources}
              idOf={({ kind, source }) => `${kind} ${source}`}
              columns={[
                { title: t('source'), cell: ({ source, kind }) => source ?? kind },
                { title: t('passed'), right: true, cell: ({ passed }) => number(passed) },
                { title: t('failed'), right: true, cell: ({ failed }) => number(failed) },
                { title: t('reporters'), from: 'md', cell: ({ reporters }) => reporters.join(', ') },
              ]}
            />
          );
        }}
      </Loaded>
    </Panel>
  );
}
