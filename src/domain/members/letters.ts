import { type Html, html } from '../../validation/html.ts';
import type { InvitationLink } from './invitation-links.ts';
import { INVITATION_SECONDS } from './invitations.ts';
import { LINK_SECONDS, type SignInLink } from './sign-ins.ts';

/** A mail of the installation to somebody who signs in. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
  html: Html;
}

/** The addresses of the links, below the installation's public address. */
export const signInUrl = (publicUrl: string, secret: string): string => `${publicUrl}/sign-in/link/${secret}`;
export const invitationUrl = (publicUrl: string, secret: string): string => `${publicUrl}/join/${secret}`;

/** The mail with a link to sign in by. */
export const signInLetter = (publicUrl: string, { email, secret }: SignInLink): Letter =>
  letter(email, 'Sign in to Tidings', {
    before: `Somebody, probably you, asked to sign in to Tidings at ${new URL(publicUrl).host}.`,
    url: signInUrl(publicUrl, secret),
    name: 'Sign in',
    after: `The link works for ${LINK_SECONDS / 60} minutes, once, and only in the browser that asked for it. If you did not ask, do nothing.`,
  });

/** The mail with a link to become a member by. */
export const invitationLetter = (
  publicUrl: string,
  email: string,
  { role, teamName, secret }: InvitationLink,
): Letter =>
  letter(email, `Join ${inALine(teamName)} on Tidings`, {
    before: `You are invited to the team ${inALine(teamName)} at ${new URL(publicUrl).host}, as ${role}.`,
    url: invitationUrl(publicUrl, secret),
    name: 'Accept the invitation',
    after: `The link works for ${INVITATION_SECONDS / 86_400} days, once. Do not pass it on: whoever opens it is signed in with your address.`,
  });

interface Words {
  before: string;
  url: string;
  name: string;
  after: string;
}

const letter = (to: string, subject: string, { before, url, name, after }: Words): Letter => ({
  to,
  subject,
  text: `${before}\n\n${name}: ${url}\n\n${after}\n`,
  html: html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="font: 16px/1.5 sans-serif">
<p>${before}</p>
<p><a href="${url}">${name}</a></p>
<p>${after}</p>
</body></html>`,
});

const inALine = (text: string): string => text.replace(/\s+/g, ' ').trim();
