import type { Role } from '../../scope.ts';
import type { Language } from '../../validation/language.ts';

/** The sentences of the invitation e-mail. */
interface InvitationTexts {
  roles: Record<Role, string>;
  /** Does not name the inviting person: the mail comes from the installation. */
  subject: string;
  before(team: string, host: string, role: string): string;
  name: string;
  after(days: number): string;
}

export const INVITATION_TEXTS: Record<Language, InvitationTexts> = {
  en: {
    roles: { owner: 'owner', editor: 'editor', viewer: 'viewer' },
    subject: 'Join a team on Tidings',
    before: (team, host, role) => `You are invited to the team ${team} at ${host}, as ${role}.`,
    name: 'Accept the invitation',
    after: (days) =>
      `The link works for ${days} days, once. Do not pass it on. If you have an account here, sign in first. If you do not know the team, do nothing.`,
  },
  de: {
    roles: { owner: 'Inhaber', editor: 'Bearbeiter', viewer: 'Leser' },
    subject: 'Einladung in ein Team bei Tidings',
    before: (team, host, role) => `Sie sind in das Team ${team} auf ${host} eingeladen, als ${role}.`,
    name: 'Einladung annehmen',
    after: (days) =>
      `Der Link gilt ${days} Tage, einmal. Geben Sie ihn nicht weiter. Wenn Sie hier schon ein Konto haben, melden Sie sich zuerst an. Wenn Sie das Team nicht kennen, tun Sie nichts.`,
  },
  fr: {
    roles: { owner: 'propriétaire', editor: 'éditeur', viewer: 'lecteur' },
    subject: 'Rejoindre une équipe sur Tidings',
    before: (team, host, role) => `Vous êtes invité à rejoindre l’équipe ${team} sur ${host}, comme ${role}.`,
    name: 'Accepter l’invitation',
    after: (days) =>
      `Le lien est valable ${days} jours, une seule fois. Ne le transmettez pas. Si vous avez déjà un compte ici, connectez-vous d’abord. Si vous ne connaissez pas l’équipe, ne faites rien.`,
  },
  es: {
    roles: { owner: 'propietario', editor: 'editor', viewer: 'lector' },
    subject: 'Únase a un equipo en Tidings',
    before: (team, host, role) => `Está invitado al equipo ${team} en ${host}, como ${role}.`,
    name: 'Aceptar la invitación',
    after: (days) =>
      `El enlace vale ${days} días, una sola vez. No lo reenvíe. Si ya tiene una cuenta aquí, inicie sesión primero. Si no conoce el equipo, no haga nada.`,
  },
  nl: {
    roles: { owner: 'eigenaar', editor: 'bewerker', viewer: 'lezer' },
    subject: 'Word lid van een team op Tidings',
    before: (team, host, role) => `U bent uitgenodigd voor het team ${team} op ${host}, als ${role}.`,
    name: 'Uitnodiging aannemen',
    after: (days) =>
      `De link werkt ${days} dagen, één keer. Geef hem niet door. Hebt u hier al een account, log dan eerst in. Kent u het team niet, doe dan niets.`,
  },
};
