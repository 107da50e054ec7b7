import type { TransactionalMailStatus } from '../../../generated/dashboard/transactional.ts';
import { periodIn } from '../../shell/days.ts';
import { readChoice, readTexts } from '../../shell/read-search.ts';

/** The address of the log: filters and page. Days are those of the team. */
export interface LogSearch {
  status?: TransactionalMailStatus | undefined;
  outcome?: (typeof OUTCOMES)[number] | undefined;
  template?: string | undefined;
  recipient?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  after?: string | undefined;
  before?: string | undefined;
}

export const STATUSES = ['PENDING', 'SENT', 'FAILED'] as const;

/** What became of a sent e-mail. */
export const OUTCOMES = ['opened', 'clicked', 'bounced', 'complained'] as const;

/** Reads the page's address. */
export const readLogSearch = (given: Record<string, unknown>): LogSearch => ({
  ...readTexts(given, ['template', 'recipient', 'from', 'to', 'after', 'before']),
  status: readChoice(given.status, STATUSES),
  outcome: readChoice(given.outcome, OUTCOMES),
});

/** The query of whole days. */
export const filtersOf = ({ status, outcome, template, recipient, from, to }: LogSearch, zone: string) => ({
  ...(status && { statuses: status }),
  ...(outcome && { [outcome]: true }),
  ...(template && { template }),
  ...(recipient && { recipient }),
  ...periodIn(zone, from, to),
});

export const VIEWS = ['html', 'text', 'source'] as const;

/** In which form the content of a mail is shown. */
export interface MailSearch {
  view?: (typeof VIEWS)[number] | undefined;
}

export const readMailSearch = (given: Record<string, unknown>): MailSearch => ({ view: readChoice(given.view, VIEWS) });

/** Which template the form begins with. */
export interface SendSearch {
  template?: string | undefined;
}

export const readSendSearch = (given: Record<string, unknown>): SendSearch => readTexts(given, ['template']);
