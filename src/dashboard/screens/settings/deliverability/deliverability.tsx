import { Stack } from '@mantine/core';
import { createLazyRoute } from '@tanstack/react-router';
import {
  DeliveryResultsDocument,
  type DeliveryResultsQuery,
  EarlierResultsDocument,
  type EarlierResultsQuery,
  SenderRefusalsDocument,
  type SenderRefusalsQuery,
  SenderSetupDocument,
} from '../../../../generated/dashboard/deliverability.ts';
import { GmailFiguresDocument } from '../../../../generated/dashboard/gmail.ts';
import { useEveryMinute } from '../../../client/use-every-minute.ts';
import { type Read, useRead } from '../../../client/use-read.ts';
import { useViewer } from '../../../session/viewer.tsx';
import { ScreenTitle } from '../../../shell/title.tsx';
import { Loaded } from '../../../states/loaded.tsx';
import { Together } from '../../../states/together.tsx';
import { DomainReports } from '../domains/domain-reports.tsx';
import { useSettingsText } from '../texts.ts';
import { ActivePauses } from './active-pauses.tsx';
import { ByDay } from './by-day.tsx';
import { ByProvider } from './by-provider.tsx';
import { FeedbackSources } from './feedback-sources.tsx';
import { Filters } from './filters.tsx';
import { GmailPanel } from './gmail/gmail-panel.tsx';
import { groupRefusals } from './group-refusals.ts';
import { NothingSent } from './nothing-sent.tsx';
import { Numbers } from './numbers.tsx';
import { Refusals } from './refusals.tsx';
import { byProvider, isEnough, type Row, totalOf } from './results.ts';
import { SenderDomains } from './sender-domains.tsx';
import { useFilter } from './use-filter.ts';

export const Deliverability = createLazyRoute('/settings/deliverability')({ component: DeliverabilityScreen });

/** How mailbox providers treat the team's messages, what the team can do, and where reports arrive. */
function DeliverabilityScreen() {
  const settings = useSettingsText();
  const { search, since, earlier: before } = useFilter();
  const sendingDomain = search.domain ?? null;
  const results = useRead(DeliveryResultsDocument, { since, sendingDomain });
  const earlier = useRead(EarlierResultsDocument, { ...before, sendingDomain });
  const refusals = useRead(SenderRefusalsDocument, { since });
  const setup = useRead(SenderSetupDocument, {});
  const gmail = useRead(GmailFiguresDocument, {});
  useEveryMinute(() => {
    for (const { refetch } of [results, refusals, setup, gmail]) refetch();
  });
  const domains = setup.data?.sendingDomains.nodes ?? [];
  const senders = [
    ...domains.map(({ domain }) => domain),
    ...(refusals.data?.sendingRefusals.flatMap(({ sendingDomain }) => sendingDomain ?? []) ?? []),
  ];
  const chosen = domains.find(({ domain }) => domain === search.domain);
  return (
    <>
      <ScreenTitle>{settings('deliverability')}</ScreenTitle>
      <Together isPending={[results, earlier, refusals, setup, gmail].some(({ isLoading }) => isLoading)}>
        <Stack gap="xl">
          <Filters
            domains={[...new Set(senders)].sort()}
            providers={byProvider(results.data?.reputation ?? []).map(({ provider }) => provider)}
          />
          <Results
            results={results}
            earlier={earlier}
            refusals={refusals}
            hasTransport={setup.data?.transports.nodes.length !== 0}
          />
          <GmailPanel of={gmail} />
          {chosen && <DomainReports id={chosen.id} />}
          <Loaded of={setup}>
            {({ sendingDomains, sendingPauses }) => (
              <>
                <SenderDomains domains={sendingDomains.nodes} />
                <ActivePauses pauses={sendingPauses.nodes} />
              </>
            )}
          </Loaded>
          <FeedbackSources />
        </Stack>
      </Together>
    </>
  );
}

interface ResultsProps {
  results: Read<DeliveryResultsQuery>;
  earlier: Read<EarlierResultsQuery>;
  refusals: Read<SenderRefusalsQuery>;
  /** Whether the team has its own mail server, for all e-mails or some. */
  hasTransport: boolean;
}

/** The results that match the filters. */
function Results({ results, earlier, refusals, hasTransport }: ResultsProps) {
  const { search } = useFilter();
  const sends = useViewer().team.hasMailServer || hasTransport;
  const isMeant = ({ provider }: Row) => search.provider === undefined || provider === search.provider;
  return (
    <Loaded of={results} lines={10}>
      {({ reputation, team: { autoPause } }) => {
        const rows = reputation.filter(isMeant);
        const before = totalOf(earlier.data?.reputation.filter(isMeant) ?? []);
        const groups = groupRefusals(refusals.data?.sendingRefusals ?? [], search);
        const { sent, ...heard } = totalOf(rows);
        // E-mails that were kept in the outbox count as sent. Only a mail server answers otherwise.
        const isHeard = groups.length > 0 || Object.values(heard).some((count) => count > 0);
        if (!isHeard && (sent === 0 || !sends)) return <NothingSent sends={sends} />;
        return (
          <>
            <Numbers total={{ ...heard, sent }} earlier={isEnough(before) ? before : undefined} autoPause={autoPause} />
            <ByDay rows={rows} />
            <ByProvider rows={rows} />
            <Loaded of={refusals}>{() => <Refusals groups={groups} />}</Loaded>
          </>
        );
      }}
    </Loaded>
  );
}
