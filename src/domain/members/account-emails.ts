import { type Html, html } from '../../validation/html.ts';
import { type Language, languageFor } from '../../validation/language.ts';
import type { InvitationLink } from './invitation-links.ts';
import { INVITATION_TEXTS } from './invitation-texts.ts';
import { INVITATION_SECONDS } from './invitations.ts';
import { PASSKEY_TEXTS, type PasskeyChange } from './passkey-texts.ts';
import { SIGN_IN_TEXTS } from './sign-in-texts.ts';
import { LINK_SECONDS, type SignInLink } from './sign-ins.ts';

/** An account e-mail of the installation. */
export interface AccountEmail {
  to: string;
  subject: string;
  text: string;
  html: Html;
}

/** The URLs of the links, below the installation's public URL. */
export const signInUrl = (publicUrl: string, secret: string): string => `${publicUrl}/sign-in/link/${secret}`;
export const invitationUrl = (publicUrl: string, secret: string): string => `${publicUrl}/join/${secret}`;

/** The e-mail with a sign-in link. */
export function signInEmail(publicUrl: string, { email, language, secret }: SignInLink): AccountEmail {
  const spoken = languageFor(language);
  const { subject, before, name, after } = SIGN_IN_TEXTS[spoken];
  return accountEmail(email, spoken, subject, {
    before: before(new URL(publicUrl).host),
    url: signInUrl(publicUrl, secret),
    name,
    after: after(LINK_SECONDS / 60),
  });
}

/** The e-mail with an invitation link. */
export function invitationEmail(
  publicUrl: string,
  email: string,
  { role, teamName, language, secret }: InvitationLink,
): AccountEmail {
  const spoken = languageFor(language);
  const { roles, subject, before, name, after } = INVITATION_TEXTS[spoken];
  const team = shortened(inALine(teamName));
  return accountEmail(email, spoken, subject, {
    before: before(team, new URL(publicUrl).host, roles[role]),
    url: invitationUrl(publicUrl, secret),
    name,
    after: after(INVITATION_SECONDS / 86_400),
  });
}

/** A change to a user's passkey, its time (in milliseconds since 1970), and its author. */
export interface ChangedPasskey {
  change: PasskeyChange;
  name: string;
  at: number;
  /** The IP address of the browser. */
  address: string;
}

/** The e-mail that notifies a user of a change to their passkeys. */
export function passkeyEmail(
  publicUrl: string,
  { email, language }: { email: string; language: string | null },
  { change, name, at, address }: ChangedPasskey,
): AccountEmail {
  const spoken = languageFor(language);
  const texts = PASSKEY_TEXTS[spoken];
  const when = new Date(at).toISOString().slice(0, 16).replace('T', ' ');
  return accountEmail(email, spoken, texts.subject[change], {
    before: texts.before[change]({ name: inALine(name), host: new URL(publicUrl).host, at: when, address }),
    url: `${publicUrl}/account`,
    name: texts.name,
    after: texts.after,
  });
}

interface Words {
  before: string;
  url: string;
  name: string;
  after: string;
}

const accountEmail = (
  to: string,
  language: Language,
  subject: string,
  { before, url, name, after }: Words,
): AccountEmail => ({
  to,
  subject,
  text: `${before}\n\n${name}: ${url}\n\n${after}\n`,
  html: html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="font: 16px/1.5 sans-serif">
<p>${before}</p>
<p><a href="${url}">${name}</a></p>
<p>${after}</p>
</body></html>`,
});

/** The team's name is chosen by its owners, so the e-mail shows only a short part of it. */
const LONGEST_TEAM = 80;

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > LONGEST_TEAM ? `${characters.slice(0, LONGEST_TEAM).join('')}…` : text;
}

const inALine = (text: string): string => text.replace(/\s+/g, ' ').trim();
