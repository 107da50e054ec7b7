import type { Report } from './report.tsx';

type Row = readonly [group: string, name: string, figure: string, value: number];

/** A cell that a spreadsheet would run as a formula gets an apostrophe, as in exports of the server. */
const cell = (value: string | number): string => {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** The figures of a report as CSV, one a row. Keys are those of the API. Money is in the smallest unit of its currency. */
export function figuresCsv(report: Report): string {
  const rows: Row[] = [
    ...keyFigures('campaign', '', report),
    ...report.variants.flatMap((one) => keyFigures('variant', one.name ?? String(one.variant), one)),
    ...report.links.flatMap(({ url, unique, total }) => rowsOf('link', url, { unique, total })),
    ...report.domains.flatMap(({ domain, sent, opens, clicks, bounces }) =>
      rowsOf('domain', domain, { sent, opens, clicks, bounces }),
    ),
    ...report.hours.flatMap(({ hour, opens, clicks }) => rowsOf('hour', String(hour), { opens, clicks })),
  ];
  return [['group', 'name', 'figure', 'value'], ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

const rowsOf = (group: string, name: string, figures: Record<string, number>): Row[] =>
  Object.entries(figures).map(([figure, value]) => [group, name, figure, value]);

function keyFigures(group: string, name: string, one: Report | Report['variants'][number]): Row[] {
  const { opens, clicks, bounces, rates } = one;
  return [
    ...rowsOf(group, name, {
      recipients: one.recipients,
      sent: one.sent,
      delivered: one.delivered,
      failed: one.failed,
      unknown: one.unknown,
      opens_unique: opens.unique,
      opens_total: opens.total,
      opens_proxies: opens.proxies,
      opens_scanners: opens.scanners,
      clicks_unique: clicks.unique,
      clicks_total: clicks.total,
      clicks_scanners: clicks.scanners,
      unsubscribes: one.unsubscribes,
      bounces_hard: bounces.hard,
      bounces_soft: bounces.soft,
      complaints: one.complaints,
      open_rate: rates.open,
      click_rate: rates.click,
      click_to_open_rate: rates.clickToOpen,
      bounce_rate: rates.bounce,
      unsubscribe_rate: rates.unsubscribe,
      complaint_rate: rates.complaint,
    }),
    ...one.withheld.map(({ reason, count }): Row => [group, name, `withheld_${reason.toLowerCase()}`, count]),
    ...one.unsubscribeReasons.map(({ reason, count }): Row => [group, name, `left_${reason.toLowerCase()}`, count]),
    ...one.revenue.map(({ currency, revenue }): Row => [group, name, `revenue_${currency}`, revenue]),
  ];
}
