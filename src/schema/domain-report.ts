import { REPORT_KINDS } from '../domain/sending/domain-report.ts';
import type { ReportedSource } from '../domain/sending/list-domain-reports.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';
import { connection } from './pagination.ts';
import { SendingDomain } from './sending-domain.ts';

const Kind = wireEnum('DomainReportKind', 'The type of a sending-domain report.', REPORT_KINDS, {
  dmarc: 'Which servers sent as the domain, and whether their messages passed (RFC 7489).',
  tls: 'Whether mail to the domain was encrypted (RFC 8460).',
});

const Result = builder.objectRef<ReportedSource['results'][number]>('DomainReportResult').implement({
  fields: (t) => ({
    result: t.exposeString('result', {
      description:
        'DMARC: none, quarantine or reject, as applied by the receiver. TLS: successful, or the type of failure.',
    }),
    count: t.exposeInt('count'),
  }),
});

const Source = builder.objectRef<ReportedSource>('DomainReportSource').implement({
  description:
    'Combined reports of other mail servers on one source. Anyone can e-mail a report; trust it only as far as its sender.',
  fields: (t) => ({
    kind: t.expose('kind', { type: Kind }),
    source: t.exposeString('source', {
      nullable: true,
      description: 'DMARC: the address of the sending server. TLS: the receiving server. Null if not reported.',
    }),
    total: t.exposeInt('total', { description: 'Messages (DMARC) or sessions (TLS).' }),
    passed: t.exposeInt('passed', {
      description: 'DMARC: messages that passed DKIM or SPF. TLS: sessions with valid encryption.',
    }),
    failed: t.exposeInt('failed'),
    dkimPassed: t.exposeInt('dkimPassed', {
      nullable: true,
      description: 'Messages with a valid, aligned DKIM signature. Null for TLS.',
    }),
    spfPassed: t.exposeInt('spfPassed', {
      nullable: true,
      description: 'Messages that passed SPF with alignment. Null for TLS.',
    }),
    results: t.expose('results', { type: [Result], description: 'Most frequent first.' }),
    reporters: t.exposeStringList('reporters', {
      description: 'Names of the reporters, as given in their reports. At most 20.',
    }),
    firstDay: t.expose('firstDay', { type: 'Date', description: 'The first reported day (UTC).' }),
    lastDay: t.expose('lastDay', { type: 'Date' }),
  }),
});

builder.prismaObjectField(SendingDomain, 'reports', (t) =>
  t.connection({
    type: Source,
    description:
      'Combined DMARC and TLS reports on the domain by source, most messages first. Duplicate reports count once.',
    args: {
      since: t.arg({
        type: 'Date',
        description: 'The first day (UTC), such as 2026-01-31. Default: the last 30 days.',
      }),
      until: t.arg({ type: 'Date', description: 'The last day. Default: today.' }),
      kind: t.arg({ type: Kind }),
      offset: t.arg.int(),
    },
    resolve: ({ id }, request, { loaders }) => connection(loaders.reportsOfDomain.load({ owner: id, request })),
  }),
);
