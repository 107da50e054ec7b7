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
    before: (host) => `Someone, probably you, asked to sign in to Tidings at ${host}.`,
    name: 'Sign in',
    after: (minutes) =>
      `The link works once, for ${minutes} minutes, in the browser that requested it. If you did not request it, ignore this e-mail.`,
  },
  de: {
    subject: 'Bei Tidings anmelden',
    before: (host) => `Jemand, vermutlich Sie, möchte sich bei Tidings auf ${host} anmelden.`,
    name: 'Anmelden',
    after: (minutes) =>
      `Der Link gilt einmal, ${minutes} Minuten lang und nur in dem Browser, in dem er angefordert wurde. Wenn Sie es nicht waren, ignorieren Sie diese E-Mail.`,
  },
  fr: {
    subject: 'Se connecter à Tidings',
    before: (host) => `Quelqu’un, sans doute vous, a demandé à se connecter à Tidings sur ${host}.`,
    name: 'Se connecter',
    after: (minutes) =>
      `Le lien est valable une seule fois, pendant ${minutes} minutes, et uniquement dans le navigateur qui l’a demandé. Si ce n’était pas vous, ignorez cet e-mail.`,
  },
  es: {
    subject: 'Iniciar sesión en Tidings',
    before: (host) => `Alguien, probablemente usted, pidió iniciar sesión en Tidings en ${host}.`,
    name: 'Iniciar sesión',
    after: (minutes) =>
      `El enlace es válido una sola vez, durante ${minutes} minutos y solo en el navegador que lo solicitó. Si no fue usted, ignore este correo.`,
  },
  nl: {
    subject: 'Inloggen bij Tidings',
    before: (host) => `Iemand, waarschijnlijk u, wil inloggen bij Tidings op ${host}.`,
    name: 'Inloggen',
    after: (minutes) =>
      `De link werkt één keer, ${minutes} minuten lang en alleen in de browser die erom vroeg. Was u het niet, negeer dan deze e-mail.`,
  },
};
