import { TtlCache } from '../../async/ttl-cache.ts';
import { type Database, run, sql } from '../../database/connect.ts';
import { type CampaignContent, type CampaignSource, sourceFor } from '../../domain/campaigns/campaign-content.ts';
import type { SenderData } from '../../domain/campaigns/merge-data.ts';
import { type AddUtm, utmAdder } from '../../domain/campaigns/utm.ts';
import { teamValues } from '../../domain/content/brand/team-values.ts';
import { domainOf, isPlain, normaliseEmail } from '../../validation/email.ts';
import { type MessageHeaders, mergeHeaders } from '../../validation/message-headers.ts';
import { MessageError } from '../build/message-error.ts';
import { MimeTemplate } from './mime-template.ts';

/** A campaign, or one variant of it, ready for building its messages. */
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

interface Row {
  name: string;
  automation: { id: string; name: string } | null;
  content: CampaignContent;
  utm: unknown;
  feed: unknown;
  fromEmail: string;
  fromName: string | null;
  replyTo: string | null;
  headers: MessageHeaders;
  listHeaders: MessageHeaders;
  tracking: boolean;
  trackOpens: boolean;
  trackClicks: boolean;
  listId: string;
  listName: string;
  teamName: string;
  teamPublicId: string;
  postalAddress: string | null;
  timezone: string;
  brand: unknown;
}

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
   * `variant`: counted from 1, null without variants. `state`: the version of content that can change between messages, as in an
   * automation e-mail. Returns undefined for a deleted campaign.
   */
  get(
    teamId: number,
    id: string,
    variant: number | null,
    state?: string | null,
  ): Promise<PreparedCampaign | undefined> {
    return this.#cache.get([teamId, id, variant, state].join(' '), () => this.#load(teamId, id, variant));
  }

  /** The current campaign, or a variant of it, with this content. Undefined for a deleted one. */
  async prepareNow(
    teamId: number,
    id: string,
    variant: number | null,
    content: CampaignContent,
  ): Promise<PreparedCampaign | undefined> {
    const row = await this.#read(teamId, id, variant);
    return row && prepare(id, { ...row, content }, this.#picturesUrl);
  }

  async #load(teamId: number, id: string, variant: number | null): Promise<PreparedCampaign | undefined> {
    const row = await this.#read(teamId, id, variant);
    return row?.content ? prepare(id, { ...row, content: row.content }, this.#picturesUrl) : undefined;
  }

  async #read(
    teamId: number,
    id: string,
    variant: number | null,
  ): Promise<(Omit<Row, 'content'> & { content: CampaignContent | null }) | undefined> {
    const [row] = await run<Row>(
      this.#db,
      sql`select c.name, coalesce(c.variant_contents -> (${variant}::int - 1), c.content) as content, c.utm, c.feed,
                 coalesce(c.from_email, l.from_email) as "fromEmail",
                 coalesce(c.test -> 'variants' -> (${variant}::int - 1) ->> 'fromName',
                   case when c.from_email is null then coalesce(c.from_name, l.from_name) else c.from_name end) as "fromName",
                 c.reply_to as "replyTo", c.headers, l.headers as "listHeaders", c.tracking, t.track_opens as "trackOpens", t.track_clicks as "trackClicks",
                 l.id::text as "listId", l.name as "listName", t.name as "teamName", t.public_id::text as "teamPublicId",
                 t.postal_address as "postalAddress", t.timezone, t.brand,
                 case when a.id is not null then json_build_object('id', a.id, 'name', a.name) end as automation
          from campaigns c join lists l on l.team_id = c.team_id and l.id = c.list_id join teams t on t.id = c.team_id
          left join automations a on a.team_id = c.team_id and a.id = c.automation_id
          where c.team_id = ${teamId} and c.id = ${id}::uuid`,
    );
    return row;
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
