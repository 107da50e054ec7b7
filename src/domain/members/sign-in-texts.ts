import type { Language } from '../../validation/language.ts';

/** The sentences of the e-mail with a sign-in link. */
interface SignInTexts {
  subject: string;
  before(host: string): string;
  name: string;
  after(minutes: number): string;
}

export const SIGN_IN_TEXTS: Record<Language, SignInTexts> = {
  en: {
    subject: 'Sign in to Tidings',
    before: (host) => `Somebody, probably you, asked to sign in to Tidings at ${host}.`,
    name: 'Sign in',
    after: (minutes) =>
      `The link works for ${minutes} minutes, once, and only in the browser that asked for it. If you did not ask, do nothing.`,
  },
  de: {
    subject: 'Bei Tidings anmelden',
    before: (host) => `Jemand, vermutlich Sie, möchte sich bei Tidings auf ${host} anmelden.`,
    name: 'Anmelden',
    after: (minutes) =>
      `Der Link gilt ${minutes} Minuten, einmal, und nur in dem Browser, in dem er angefordert wurde. Wenn Sie es nicht waren, tun Sie nichts.`,
  },
  fr: {
    subject: 'Se connecter à Tidings',
    before: (host) => `Quelqu’un, sans doute vous, a demandé à se connecter à Tidings sur ${host}.`,
    name: 'Se connecter',
    after: (minutes) =>
      `Le lien est valable ${minutes} minutes, une seule fois, et seulement dans le navigateur qui l’a demandé. Si ce n’était pas vous, ne faites rien.`,
  },
  es: {
    subject: 'Iniciar sesión en Tidings',
    before: (host) => `Alguien, probablemente usted, pidió iniciar sesión en Tidings en ${host}.`,
    name: 'Iniciar sesión',
    after: (minutes) =>
      `El enlace vale ${minutes} minutos, una sola vez y solo en el navegador que lo pidió. Si no fue usted, no haga nada.`,
  },
  nl: {
    subject: 'Inloggen bij Tidings',
    before: (host) => `Iemand, waarschijnlijk u, wil inloggen bij Tidings op ${host}.`,
    name: 'Inloggen',
    after: (minutes) =>
      `De link werkt ${minutes} minuten, één keer, en alleen in de browser die erom vroeg. Was u het niet, doe dan niets.`,
  },
};
