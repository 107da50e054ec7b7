import type { Role } from '../../scope.ts';
import type { Language } from '../../validation/language.ts';

/** The sentences of the mail with an invitation. */
interface InvitationTexts {
  roles: Record<Role, string>;
  subject(team: string): string;
  before(team: string, host: string, role: string): string;
  name: string;
  after(days: number): string;
}

export const INVITATION_TEXTS: Record<Language, InvitationTexts> = {
  en: {
    roles: { owner: 'owner', editor: 'editor', viewer: 'viewer' },
    subject: (team) => `Join ${team} on Tidings`,
    before: (team, host, role) => `You are invited to the team ${team} at ${host}, as ${role}.`,
    name: 'Accept the invitation',
    after: (days) =>
      `The link works for ${days} days, once. Do not pass it on: whoever opens it is signed in with your address.`,
  },
  de: {
    roles: { owner: 'Inhaber', editor: 'Bearbeiter', viewer: 'Leser' },
    subject: (team) => `Einladung in das Team ${team} bei Tidings`,
    before: (team, host, role) => `Sie sind in das Team ${team} auf ${host} eingeladen, als ${role}.`,
    name: 'Einladung annehmen',
    after: (days) =>
      `Der Link gilt ${days} Tage, einmal. Geben Sie ihn nicht weiter: Wer ihn öffnet, ist mit Ihrer Adresse angemeldet.`,
  },
  fr: {
    roles: { owner: 'propriétaire', editor: 'éditeur', viewer: 'lecteur' },
    subject: (team) => `Rejoindre ${team} sur Tidings`,
    before: (team, host, role) => `Vous êtes invité à rejoindre l’équipe ${team} sur ${host}, comme ${role}.`,
    name: 'Accepter l’invitation',
    after: (days) =>
      `Le lien est valable ${days} jours, une seule fois. Ne le transmettez pas : qui l’ouvre est connecté avec votre adresse.`,
  },
  es: {
    roles: { owner: 'propietario', editor: 'editor', viewer: 'lector' },
    subject: (team) => `Únase a ${team} en Tidings`,
    before: (team, host, role) => `Está invitado al equipo ${team} en ${host}, como ${role}.`,
    name: 'Aceptar la invitación',
    after: (days) =>
      `El enlace vale ${days} días, una sola vez. No lo reenvíe: quien lo abre inicia sesión con su dirección.`,
  },
  nl: {
    roles: { owner: 'eigenaar', editor: 'bewerker', viewer: 'lezer' },
    subject: (team) => `Word lid van ${team} op Tidings`,
    before: (team, host, role) => `U bent uitgenodigd voor het team ${team} op ${host}, als ${role}.`,
    name: 'Uitnodiging aannemen',
    after: (days) =>
      `De link werkt ${days} dagen, één keer. Geef hem niet door: wie hem opent, is ingelogd met uw adres.`,
  },
};
