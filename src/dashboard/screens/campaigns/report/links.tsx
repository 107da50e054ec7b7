import { SimpleGrid, Table } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { PreviewOfDocument } from '../../../../generated/dashboard/campaigns.ts';
import { useRead } from '../../../client/use-read.ts';
import { MailFrame } from '../../../mail/mail-frame.tsx';
import { TextLink } from '../../../shell/links.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { Nothing } from '../../../states/nothing.tsx';
import { Shown } from '../../../states/shown.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import type { ShownCampaign } from '../campaign.tsx';
import { withClicks } from './link-map.ts';
import type { Report } from './report.tsx';
import { useReportText } from './texts.ts';

/** Clicked links, as a table and as a click map. */
export function Links({ campaign: { id }, report: { links } }: { campaign: ShownCampaign; report: Report }) {
  const say = useReportText();
  const { number } = useFormat();
  const here = getRouteApi('/campaigns/$campaign').useParams();
  const read = useRead(PreviewOfDocument, { id, subscriberId: null, variant: null });
  const clicks = new Map(links.map(({ url, unique }) => [url, number(unique)]));
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
      <Panel title={say('links')}>
        {links.length === 0 ? (
          <Nothing title={say('noLinks')} />
        ) : (
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{say('link')}</Table.Th>
                <Table.Th ta="end">{say('people')}</Table.Th>
                <Table.Th ta="end">{say('clicks')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {links.map(({ url, unique, total }) => (
                <Table.Tr key={url}>
                  <Table.Td>
                    {url}{' '}
                    <TextLink
                      size="sm"
                      underline="always"
                      to="/campaigns/$campaign"
                      params={here}
                      search={{ tab: 'recipients', link: url }}
                      aria-label={`${say('who')}: ${url}`}
                    >
                      {say('who')}
                    </TextLink>
                  </Table.Td>
                  <Table.Td ta="end">{number(unique)}</Table.Td>
                  <Table.Td ta="end">{number(total)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Panel>
      <Panel title={say('map')}>
        <Shown of={read}>
          {({ previewCampaign: mail }) => mail && <MailFrame html={withClicks(mail.html, clicks)} title={say('map')} />}
        </Shown>
      </Panel>
    </SimpleGrid>
  );
}
