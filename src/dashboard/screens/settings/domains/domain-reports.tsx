import { Text } from '@mantine/core';
import { DomainReportsDocument } from '../../../../generated/dashboard/domains.ts';
import { useRead } from '../../../client/use-read.ts';
import { Panel } from '../../../shell/panel.tsx';
import { Shown } from '../../../states/shown.tsx';
import { Rows } from '../../../tables/rows.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { useDomainsText } from './texts.ts';

/** The senders that use the domain, from other mail servers' reports. */
export function DomainReports({ id }: { id: string }) {
  const say = useDomainsText();
  const { number } = useFormat();
  const read = useRead(DomainReportsDocument, { id });
  return (
    <Panel title={say('reports')}>
      <Shown of={read}>
        {({ sendingDomain }) => {
          const sources = sendingDomain?.reports.nodes ?? [];
          if (sources.length === 0) return <Text c="dimmed">{say('noReports')}</Text>;
          return (
            <Rows
              label={say('reports')}
              rows={sources}
              idOf={({ kind, source }) => `${kind} ${source}`}
              columns={[
                { title: say('source'), cell: ({ source, kind }) => source ?? kind },
                { title: say('passed'), right: true, cell: ({ passed }) => number(passed) },
                { title: say('failed'), right: true, cell: ({ failed }) => number(failed) },
                { title: say('reporters'), from: 'md', cell: ({ reporters }) => reporters.join(', ') },
              ]}
            />
          );
        }}
      </Shown>
    </Panel>
  );
}
