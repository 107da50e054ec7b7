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
    before: (team, host, role) => `You are invited to join the team ${team} at ${host} as ${role}.`,
    name: 'Accept the invitation',
    after: (days) =>
      `The link works once, for ${days} days. Do not share it. If you already have an account here, sign in first. If you do not know the team, ignore this e-mail.`,
  },
  de: {
    roles: { owner: 'Inhaber', editor: 'Bearbeiter', viewer: 'Betrachter' },
    subject: 'Einladung in ein Team bei Tidings',
    before: (team, host, role) => `Sie sind eingeladen, dem Team ${team} auf ${host} beizutreten, als ${role}.`,
    name: 'Einladung annehmen',
    after: (days) =>
      `Der Link gilt einmal und ${days} Tage lang. Geben Sie ihn nicht weiter. Wenn Sie hier schon ein Konto haben, melden Sie sich zuerst an. Wenn Sie das Team nicht kennen, ignorieren Sie diese E-Mail.`,
  },
  fr: {
    roles: { owner: 'propriétaire', editor: 'éditeur', viewer: 'lecteur' },
    subject: 'Rejoindre une équipe sur Tidings',
    before: (team, host, role) => `Vous êtes invité à rejoindre l’équipe ${team} sur ${host}, comme ${role}.`,
    name: 'Accepter l’invitation',
    after: (days) =>
      `Le lien est valable ${days} jours, une seule fois. Ne le transmettez pas. Si vous avez déjà un compte ici, connectez-vous d’abord. Si vous ne connaissez pas l’équipe, ignorez cet e-mail.`,
  },
  es: {
    roles: { owner: 'propietario', editor: 'editor', viewer: 'lector' },
    subject: 'Únase a un equipo en Tidings',
    before: (team, host, role) => `Le invitamos a unirse al equipo ${team} en ${host}, como ${role}.`,
    name: 'Aceptar la invitación',
    after: (days) =>
      `El enlace es válido una sola vez, durante ${days} días. No lo reenvíe. Si ya tiene una cuenta aquí, inicie sesión primero. Si no conoce el equipo, ignore este correo.`,
  },
  nl: {
    roles: { owner: 'eigenaar', editor: 'bewerker', viewer: 'lezer' },
    subject: 'Word lid van een team op Tidings',
    before: (team, host, role) => `U bent uitgenodigd voor het team ${team} op ${host}, als ${role}.`,
    name: 'Uitnodiging accepteren',
    after: (days) =>
      `De link werkt één keer, ${days} dagen lang. Geef hem niet door. Hebt u hier al een account, log dan eerst in. Kent u het team niet, negeer dan deze e-mail.`,
  },
};
