import { ofTeams, teamIn } from '../../database/by-team.ts';
import { type Database, run, sql } from '../../database/connect.ts';
import { brandOf } from '../../domain/content/brand/brand.ts';
import { textOn } from '../../domain/content/brand/colours.ts';
import type { Claim } from '../../domain/ledger/claim.ts';
import { type Content, composeMessage } from '../../domain/sending/compose/compose.ts';
import type { BuiltMessage } from '../../domain/sending/compose/composed-message.ts';
import { MessageError } from '../../domain/sending/compose/message-error.ts';
import { html } from '../../validation/html.ts';
import { type Language, languageFor } from '../../validation/language.ts';
import { type MessageHeaders, mergeHeaders } from '../../validation/message-headers.ts';

/** The data of one of our own e-mails to a subscriber, in the name of the list. */
export interface ListMailData {
  index: number;
  email: string;
  status: string;
  /** The person was already subscribed when it was queued. */
  reminds: boolean;
  suppressed: boolean;
  locale: string | null;
  listName: string;
  listLocale: string;
  fromEmail: string;
  fromName: string | null;
  listHeaders: MessageHeaders;
  teamName: string;
  brand: unknown;
}

/** The texts of such an e-mail in one language: a request, and what happens without an answer. */
export interface ListMailTexts {
  /** `name`: of the list or the team. */
  subject(name: string): string;
  asked(name: string, email: string): string;
  action: string;
  otherwise: string;
}

/** Loads the data of all these e-mails in one statement. */
export const loadListMails = (db: Database, claims: readonly Claim[]): Promise<ListMailData[]> =>
  run<ListMailData>(
    db,
    sql`select claimed.index::int - 1 as index, s.email, s.status::text as status, s.locale,
          s.status = 'subscribed' and s.subscribed_at < m.created_at as reminds,
          exists (select from suppressions x
            where x.team_id = ${teamIn(sql`s.team_id`, claims)} and x.target in (s.email, split_part(s.email, '@', 2))) as suppressed,
          l.name as "listName", l.locale as "listLocale", l.from_email as "fromEmail", l.from_name as "fromName", l.headers as "listHeaders",
          t.name as "teamName", t.brand
        from unnest(${claims.map((claim) => claim.teamId)}::int[], ${claims.map((claim) => claim.id)}::uuid[])
          with ordinality as claimed(team_id, id, index)
        join messages m on m.team_id = claimed.team_id and m.id = claimed.id
        join subscribers s on s.team_id = m.team_id and s.id = m.subscriber_id
        join lists l on l.team_id = s.team_id and l.id = s.list_id
        join teams t on t.id = m.team_id
        where ${ofTeams(sql`m.team_id`, claims)}`,
  );

/** Builds an e-mail whose button leads to `url`. Throws MessageError. */
export async function buildListMail(
  claim: Claim,
  data: ListMailData,
  texts: Record<Language, ListMailTexts>,
  { name, url }: { name: string; url: string },
): Promise<BuiltMessage> {
  if (data.suppressed) throw new MessageError('The recipient is suppressed.');
  const language = languageFor(data.locale, data.listLocale);
  const content = write(language, data, texts[language], name.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '), url);
  const { fromEmail, fromName, email } = data;
  const nobody = { cc: [], bcc: [], replyTo: null, attachments: [] };
  const headers = mergeHeaders({ 'Auto-Submitted': 'auto-generated' }, data.listHeaders);
  const mail = { id: claim.id, createdAt: claim.createdAt, fromEmail, fromName, to: [email], headers, ...nobody };
  return { message: await composeMessage(mail, content), subject: content.subject };
}

/** The address is the only part from outside; otherwise anyone could use a page to send their own text. */
function write(
  language: Language,
  { email, teamName, brand }: ListMailData,
  { subject, asked, action, otherwise }: ListMailTexts,
  name: string,
  url: string,
): Content {
  const { logoUrl, logoWidth, color, fontFamily } = brandOf(brand);
  const page = html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${subject(name)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 ${fontFamily};color:#1a1a1a;background:#ffffff">
${logoUrl ? html`<p><img src="${logoUrl}" alt="${teamName}" width="${logoWidth}" style="max-width:100%"></p>` : ''}
<p>${asked(name, email)}</p>
<p><a href="${url}" style="display:inline-block;padding:12px 20px;background:${color};color:${textOn(color)};border-radius:6px">${action}</a></p>
<p style="color:#595959">${otherwise}</p>
</body>
</html>
`;
  const text = `${asked(name, email)}\n\n${action}\n${url}\n\n${otherwise}\n`;
  return { subject: subject(name), html: page.text, text };
}
