import type { Language } from '../../validation/language.ts';
import type { ListMailTexts } from './list-mail.ts';

/** The texts of the e-mail with the link to a person's data, in each of our languages. */
export const DATA_REQUEST_TEXTS: Record<Language, ListMailTexts> = {
  en: {
    subject: (team) => `Your data at ${team}`,
    asked: (team, email) =>
      `Someone asked for the data that ${team} holds about ${email}. If it was you, you can download or erase it here. The link works for 24 hours.`,
    action: 'Go to my data',
    otherwise: 'If it was not you, ignore this e-mail. Nothing happens without this link. Do not forward it.',
  },
  de: {
    subject: (team) => `Ihre Daten bei ${team}`,
    asked: (team, email) =>
      `Jemand hat nach den Daten gefragt, die ${team} über ${email} gespeichert hat. Wenn Sie das waren, können Sie sie hier herunterladen oder löschen. Der Link gilt 24 Stunden.`,
    action: 'Zu meinen Daten',
    otherwise:
      'Wenn Sie es nicht waren, ignorieren Sie diese E-Mail. Ohne diesen Link geschieht nichts. Leiten Sie sie nicht weiter.',
  },
  fr: {
    subject: (team) => `Vos données chez ${team}`,
    asked: (team, email) =>
      `Quelqu’un a demandé les données que ${team} détient sur ${email}. Si c’était vous, vous pouvez les télécharger ou les effacer ici. Le lien est valable 24 heures.`,
    action: 'Accéder à mes données',
    otherwise:
      'Si ce n’était pas vous, ignorez cet e-mail. Rien ne se passe sans ce lien. Ne le transférez à personne.',
  },
  es: {
    subject: (team) => `Sus datos en ${team}`,
    asked: (team, email) =>
      `Alguien ha pedido los datos que ${team} guarda sobre ${email}. Si ha sido usted, puede descargarlos o borrarlos aquí. El enlace es válido durante 24 horas.`,
    action: 'Ir a mis datos',
    otherwise: 'Si no ha sido usted, ignore este correo. Sin este enlace no ocurre nada. No lo reenvíe.',
  },
  nl: {
    subject: (team) => `Uw gegevens bij ${team}`,
    asked: (team, email) =>
      `Iemand heeft gevraagd naar de gegevens die ${team} over ${email} bewaart. Was u dat, dan kunt u ze hier downloaden of wissen. De link werkt 24 uur.`,
    action: 'Naar mijn gegevens',
    otherwise: 'Was u het niet, negeer dan deze e-mail. Zonder deze link gebeurt er niets. Stuur hem niet door.',
  },
};
