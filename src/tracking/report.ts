import type { FastifyInstance } from 'fastify';
import type { CampaignReport } from '../domain/campaigns/read-report.ts';
import { readSharedReport, type SharedReport } from '../domain/campaigns/share-report.ts';
import { type Look, readLook } from '../domain/content/brand/page-look.ts';
import type { Installation } from '../installation.ts';
import { createScope, PERSON } from '../scope.ts';
import { type Html, html } from '../validation/html.ts';
import type { Language } from '../validation/language.ts';
import { languageAsked } from '../validation/languages-asked.ts';
import { isTimeZone } from '../validation/locale.ts';
import { moneyIn } from './money.ts';
import { type Page, sendPage } from './page.ts';
import { TEXTS } from './texts/texts.ts';

/** Of the clicked links. */
const MOST_LINKS = 10;
/** A link that fewer people clicked may name one of them. */
const LEAST_PEOPLE = 2;

const STYLE = `
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: 1rem; margin: 0 0 1rem; }
dt { color: var(--quiet); font-size: .9375rem; }
dd { margin: 0; font-size: 1.25rem; font-weight: 600; }
dd small { font-weight: 400; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .5rem .5rem .5rem 0; border-top: 1px solid var(--quiet); text-align: start; vertical-align: top; }
th + th, td + td { text-align: end; white-space: nowrap; }
`;

/**
 * Shows the report of a campaign to anyone with its link, until the link is revoked. It has figures only: no addresses, names
 * or domains, and no link that a single person clicked.
 */
export function registerReport(pages: FastifyInstance, { connection, links }: Installation): void {
  pages.get<{ Params: { token: string; since: string } }>('/report/:token/:since', async (request, reply) => {
    const { subject, sharedAt } = links.readReport(request.params.token, request.params.since);
    const scope = createScope(connection.db, { id: subject.teamId }, PERSON);
    const shared = await readSharedReport(scope, subject.id, sharedAt);
    return sendPage(reply, reportPage(languageAsked(request), shared, await readLook(scope)));
  });
}

function reportPage(language: Language, { name, startedAt, timezone, report }: SharedReport, look: Look): Page {
  const { report: texts } = TEXTS[language];
  const timeZone = isTimeZone(timezone) ? timezone : 'UTC';
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(startedAt);
  return {
    language,
    title: name,
    look,
    style: STYLE,
    body: html`<p>${texts.by(look.teamName, day)}</p>
<dl>${figuresOf(language, report)}</dl>
${variantsOf(language, report)}
${linksOf(language, report)}`,
  };
}

function figuresOf(language: Language, report: CampaignReport): Html[] {
  const { report: texts } = TEXTS[language];
  const numbers = new Intl.NumberFormat(language);
  const percents = percentsIn(language);
  const { delivered, opens, clicks, bounces, unsubscribes, complaints, rates } = report;
  const figures: [words: string, figure: string, share?: number][] = [
    [texts.recipients, numbers.format(report.recipients)],
    [texts.delivered, numbers.format(delivered)],
    [texts.opened, numbers.format(opens.unique), rates.open],
    [texts.clicked, numbers.format(clicks.unique), rates.click],
    [texts.bounced, numbers.format(bounces.hard + bounces.soft), rates.bounce],
    [texts.unsubscribed, numbers.format(unsubscribes), rates.unsubscribe],
    [texts.complained, numbers.format(complaints), rates.complaint],
    ...report.revenue.map(({ currency, revenue }): [string, string] => [
      texts.revenue,
      moneyIn(language, revenue, currency),
    ]),
  ];
  return figures.map(
    ([words, figure, share]) =>
      html`<div><dt>${words}</dt><dd>${figure}${share === undefined ? '' : html` <small>${percents.format(share)}</small>`}</dd></div>
`,
  );
}

function variantsOf(language: Language, { variants }: CampaignReport): Html {
  const { report: texts } = TEXTS[language];
  const percents = percentsIn(language);
  if (variants.length === 0) return html``;
  const rows = variants.map(
    ({ name, variant, winner, rates }) =>
      html`<tr><td>${name ?? variant}${winner ? ` · ${texts.winner}` : ''}</td><td>${percents.format(rates.open)}</td><td>${percents.format(rates.click)}</td></tr>
`,
  );
  return html`<h2>${texts.variants}</h2>
<table><thead><tr><th>${texts.variant}</th><th>${texts.opened}</th><th>${texts.clicked}</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function linksOf(language: Language, { links }: CampaignReport): Html {
  const { report: texts } = TEXTS[language];
  const numbers = new Intl.NumberFormat(language);
  const shown = links.filter(({ unique }) => unique >= LEAST_PEOPLE).slice(0, MOST_LINKS);
  if (shown.length === 0) return html``;
  const rows = shown.map(
    ({ url, unique }) => html`<tr><td>${url}</td><td>${numbers.format(unique)}</td></tr>
`,
  );
  return html`<h2>${texts.links}</h2>
<table><thead><tr><th>${texts.link}</th><th>${texts.people}</th></tr></thead><tbody>${rows}</tbody></table>`;
}

const percentsIn = (language: Language): Intl.NumberFormat =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
