import type { FastifyRequest } from 'fastify';
import type { Role } from '../../scope.ts';
import type { Language } from '../../validation/language.ts';
import { languageAsked } from '../../validation/languages-asked.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { nl } from './nl.ts';

/** A heading and the sentence below it. */
export interface PageText {
  title: string;
  text: string;
}

/** All texts of the sign-in pages. */
export interface Texts {
  noAddress: string;
  roles: Record<Role, string>;
  signIn: {
    title: string;
    email: string;
    send: string;
    passkey: string;
    /** Shown when no passkey was accepted. */
    noPasskey: string;
    with(provider: string): string;
    /** Added while account e-mails are kept in the outbox. */
    notMailed: string;
    mailed(minutes: number): PageText;
    action: string;
    useless: PageText;
    another: string;
    refused: PageText;
    providerAway: PageText;
    noTeam: PageText;
  };
  join: {
    title(team: string): string;
    text(role: string): string;
    textFor(role: string, email: string): string;
    email: string;
    name: string;
    action: string;
    known: string;
    /** For people with an account who are not signed in to it. */
    signInFirst(email: string): string;
    gone: PageText;
  };
  account: {
    title: string;
    text(name: string, email: string, team: string, role: string): string;
    dashboard: string;
    signOut: string;
    /** In a session that was opened by an invitation. */
    ownTeamOnly(team: string): string;
    teams: string;
    actFor(team: string): string;
    passkeys: string;
    since(day: string): string;
    remove: string;
    removeNamed(name: string): string;
    addPasskey: string;
    noPasskeyMade: string;
    sessions: string;
    browser: string;
    lastUsed(team: string, day: string): string;
    thisBrowser: string;
    end: string;
  };
  failures: Record<'tooMany' | 'elsewhere' | 'gone' | 'signedOut' | 'refused' | 'unreadable' | 'fault', PageText>;
}

/** The texts in one language. */
export interface Spoken extends Texts {
  language: Language;
}

const TEXTS: Record<Language, Texts> = { en, de, fr, es, nl };

/** The texts in the language that the browser asks for. */
export function textsFor(request: FastifyRequest): Spoken {
  const language = languageAsked(request);
  return { language, ...TEXTS[language] };
}
