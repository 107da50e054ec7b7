import { TtlCache } from '../../../async/ttl-cache.ts';
import type { Database } from '../../../database/connect.ts';
import { domainOf, isPlain, normaliseEmail } from '../../../validation/email.ts';
import { mergeHeaders } from '../../../validation/message-headers.ts';
import { teamValues } from '../../content/brand/team-values.ts';
import type { ClaimedMessage } from '../../ledger/claim.ts';
import { MessageError } from '../../sending/compose/message-error.ts';
import { type CampaignContent, type CampaignSource, sourceFor } from '../campaign-content.ts';
import type { SenderData } from '../merge-data.ts';
import { type AddUtm, utmAdder } from '../utm.ts';
import { MimeTemplate } from './mime-template.ts';
import { readAutomationSender, readCampaignSender, type SenderRow } from './read-sender.ts';

/** A campaign, one variant of it, or an automation e-mail, ready for building its messages. */
export interface PreparedCampaign extends SenderData {
  /** Whether opens and clicks of its messages are counted. */
  counted: { opens: boolean; clicks: boolean };
  /** The sender's domain. */
  domain: string;
  sender: string;
  /** Absent when nothing is added to its links. */
  addUtm?: AddUtm;
  sourceFor(locale: string | null): CampaignSource;
  mimeTemplate(): Promise<MimeTemplate>;
}

type Row = SenderRow & { content: CampaignContent };

/** Changes of the team, such as its postal address, take effect in running campaigns within this time. */
const CACHE = { milliseconds: 15_000, max: 100 };

/** A cache of running campaigns: one read serves thousands of messages. */
export class PreparedCampaigns {
  readonly #db: Database;
  readonly #picturesUrl: string;
  readonly #cache = new TtlCache<PreparedCampaign | undefined>(CACHE);

  /** `picturesUrl`: the base URL of the installation's pictures. */
  constructor(db: Database, picturesUrl: string) {
    this.#db = db;
    this.#picturesUrl = picturesUrl;
  }

  /**
   * Of a claimed message. `state`: the version of content that can change between messages, as in an automation e-mail. Returns
   * undefined for a deleted campaign.
   */
  get(
    { teamId, kind, campaignId, variant }: ClaimedMessage,
    state?: string | null,
  ): Promise<PreparedCampaign | undefined> {
    const id = campaignId!;
    const read =
      kind === 'automation'
        ? () => readAutomationSender(this.#db, teamId, id)
        : () => readCampaignSender(this.#db, teamId, id, variant);
    return this.#cache.get([teamId, id, variant, state].join(' '), async () => {
      const row = await read();
      return row?.content ? prepare(id, { ...row, content: row.content }, this.#picturesUrl) : undefined;
    });
  }

  /** The current campaign, or a variant of it, with this content. Undefined for a deleted one. */
  async prepareNow(
    teamId: number,
    id: string,
    variant: number | null,
    content: CampaignContent,
  ): Promise<PreparedCampaign | undefined> {
    const row = await readCampaignSender(this.#db, teamId, id, variant);
    return row && prepare(id, { ...row, content }, this.#picturesUrl);
  }
}

/** Makes auto-responders ignore bulk mail: RFC 3834, and Microsoft Exchange. */
const NO_AUTOMATIC_REPLIES = { Precedence: 'bulk', 'X-Auto-Response-Suppress': 'OOF, AutoReply' };

function prepare(id: string, row: Row, picturesUrl: string): PreparedCampaign {
  const { name, automation, feed, listId, listName, teamName, postalAddress, timezone, brand, tracking } = row;
  const sender = normaliseEmail(row.fromEmail) ?? '';
  const domain = domainOf(sender);
  let mimeTemplate: Promise<MimeTemplate> | undefined;
  return {
    id,
    name,
    automation,
    feed,
    listId,
    listName,
    domain,
    sender,
    addUtm: utmAdder(row.utm),
    team: teamValues({ name: teamName, postalAddress, timezone, brand }, picturesUrl),
    counted: { opens: tracking && row.trackOpens, clicks: tracking && row.trackClicks },
    sourceFor: (locale) => sourceFor(row.content, locale),
    mimeTemplate: () => {
      if (!sender) throw new MessageError('The address of the sender is not valid.');
      if (![sender, row.replyTo ?? ''].every(isPlain)) {
        throw new MessageError('The address of the sender has non-ASCII characters before the @.');
      }
      mimeTemplate ??= MimeTemplate.compile({
        from: { name: row.fromName ?? '', address: sender },
        ...(row.replyTo && { replyTo: row.replyTo }),
        list: { name: listName.replace(/[\p{Cc}\u2028\u2029]/gu, ' '), id: `${listId}.${domain}` },
        headers: mergeHeaders(
          { 'Feedback-ID': `${automation?.id ?? id}:${listId}:${row.teamPublicId}:tidings`, ...NO_AUTOMATIC_REPLIES },
          row.listHeaders,
          row.headers,
        ),
      });
      return mimeTemplate;
    },
  };
}
