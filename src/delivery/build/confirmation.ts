import type { Links } from '../../crypto/links.ts';
import { ofTeams } from '../../database/by-team.ts';
import { type Database, run, sql } from '../../database/connect.ts';
import { brandOf } from '../../domain/content/brand/brand.ts';
import { textOn } from '../../domain/content/brand/colours.ts';
import type { Claim } from '../../domain/ledger/claim.ts';
import { html } from '../../validation/html.ts';
import { type Language, languageFor } from '../../validation/language.ts';
import { type Content, composeMessage } from './compose.ts';
import { CONFIRMATION_TEXTS } from './confirmation-texts.ts';
import type { BuilderLoader, BuiltMessage } from './message-builder.ts';
import { MessageError } from './message-error.ts';

interface ConfirmationData {
  index: number;
  email: string;
  status: string;
  suppressed: boolean;
  locale: string | null;
  listName: string;
  listLocale: string;
  fromEmail: string;
  fromName: string | null;
  teamName: string;
  brand: unknown;
}

/** Loads the data of all confirmations in one statement. */
export const loadConfirmationBuilders: BuilderLoader = async (claims, { db, links }) =>
  (await load(db, claims)).map((data) => {
    const claim = claims[data.index]!;
    return [claim, () => buildConfirmation(claim, data, links)];
  });

const load = (db: Database, claims: readonly Claim[]) =>
  run<ConfirmationData>(
    db,
    sql`select claimed.index::int - 1 as index, s.email, s.status::text as status, s.locale,
          exists (select from suppressions x
            where x.team_id = s.team_id and x.target in (s.email, split_part(s.email, '@', 2))) as suppressed,
          l.name as "listName", l.locale as "listLocale", l.from_email as "fromEmail", l.from_name as "fromName",
          t.name as "teamName", t.brand
        from unnest(${claims.map((claim) => claim.teamId)}::int[], ${claims.map((claim) => claim.id)}::uuid[])
          with ordinality as claimed(team_id, id, index)
        join messages m on m.team_id = claimed.team_id and m.id = claimed.id
        join subscribers s on s.team_id = m.team_id and s.id = m.subscriber_id
        join lists l on l.team_id = s.team_id and l.id = s.list_id
        join teams t on t.id = m.team_id
        where ${ofTeams(sql`m.team_id`, claims)}`,
  );

async function buildConfirmation(claim: Claim, data: ConfirmationData, links: Links): Promise<BuiltMessage> {
  if (data.status !== 'unconfirmed') throw new MessageError('The subscriber no longer waits for a confirmation.');
  if (data.suppressed) throw new MessageError('The recipient is suppressed.');
  const url = links.url('confirm', { teamId: claim.teamId, id: claim.subscriberId! });
  const content = write(languageFor(data.locale, data.listLocale), data, url);
  const { fromEmail, fromName, email } = data;
  const nobody = { cc: [], bcc: [], replyTo: null, attachments: [] };
  const headers = { 'Auto-Submitted': 'auto-generated' };
  const mail = { id: claim.id, createdAt: claim.createdAt, fromEmail, fromName, to: [email], headers, ...nobody };
  return { message: await composeMessage(mail, content), subject: content.subject };
}

/** The only part that comes from the form is the address; otherwise anybody could use a form to send their own text. */
function write(language: Language, { listName, email, teamName, brand }: ConfirmationData, url: string): Content {
  const { logoUrl, logoWidth, color, fontFamily } = brandOf(brand);
  const list = listName.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  const { subject, asked, action, otherwise } = CONFIRMATION_TEXTS[language];
  const page = html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${subject(list)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 ${fontFamily};color:#1a1a1a;background:#ffffff">
${logoUrl ? html`<p><img src="${logoUrl}" alt="${teamName}" width="${logoWidth}" style="max-width:100%"></p>` : ''}
<p>${asked(list, email)}</p>
<p><a href="${url}" style="display:inline-block;padding:12px 20px;background:${color};color:${textOn(color)};border-radius:6px">${action}</a></p>
<p style="color:#595959">${otherwise}</p>
</body>
</html>
`;
  const text = `${asked(list, email)}\n\n${action}\n${url}\n\n${otherwise}\n`;
  return { subject: subject(list), html: page.text, text };
}
