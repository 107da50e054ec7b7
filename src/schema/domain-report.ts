import { REPORT_KINDS } from '../domain/sending/domain-report.ts';
import type { ReportedSource } from '../domain/sending/list-domain-reports.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';
import { connection } from './pagination.ts';
import { SendingDomain } from './sending-domain.ts';

const Kind = wireEnum('DomainReportKind', 'What a report about a sending domain tells.', REPORT_KINDS, {
  dmarc: 'Which servers sent in the name of the domain, and whether their messages passed (RFC 7489).',
  tls: 'Whether mail to the domain came encrypted (RFC 8460).',
});

const Result = builder.objectRef<ReportedSource['results'][number]>('DomainReportResult').implement({
  fields: (t) => ({
    result: t.exposeString('result', {
      description: 'DMARC: none, quarantine or reject, as the receiver did. TLS: successful, or the type of failure.',
    }),
    count: t.exposeInt('count'),
  }),
});

const Source = builder.objectRef<ReportedSource>('DomainReportSource').implement({
  description:
    'What the reports of other mail servers say of one source, added up. Anybody can mail a report: it is as trustworthy as its sender.',
  fields: (t) => ({
    kind: t.expose('kind', { type: Kind }),
    source: t.exposeString('source', {
      nullable: true,
      description: 'DMARC: the address of the server that sent. TLS: the server that was sent to. Null: not told.',
    }),
    total: t.exposeInt('total', { description: 'Messages (DMARC) or sessions (TLS).' }),
    passed: t.exposeInt('passed', {
      description: 'DMARC: those that passed by DKIM or SPF. TLS: those that were encrypted as they should be.',
    }),
    failed: t.exposeInt('failed'),
    dkimPassed: t.exposeInt('dkimPassed', {
      nullable: true,
      description: 'Those whose DKIM signature passed and was aligned. Null for TLS.',
    }),
    spfPassed: t.exposeInt('spfPassed', { nullable: true, description: 'The same for SPF.' }),
    results: t.expose('results', { type: [Result], description: 'The most frequent first.' }),
    reporters: t.exposeStringList('reporters', { description: 'Who told it, in their own words; 20 at most.' }),
    firstDay: t.exposeString('firstDay', { description: 'The first day (UTC) that was reported of it.' }),
    lastDay: t.exposeString('lastDay'),
  }),
});

builder.prismaObjectField(SendingDomain, 'reports', (t) =>
  t.connection({
    type: Source,
    description:
      'What DMARC and TLS reports say of the domain, by source: those with the most messages first. A repeated report counts once.',
    args: {
      since: t.arg.string({ description: 'The first day (UTC), such as 2026-01-31. Default: the last 30 days.' }),
      until: t.arg.string({ description: 'The last day. Default: today.' }),
      kind: t.arg({ type: Kind }),
      offset: t.arg.int(),
    },
    resolve: ({ id }, request, { loaders }) => connection(loaders.reportsOfDomain.load({ owner: id, request })),
  }),
);
