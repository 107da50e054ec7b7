import type { Language } from '../../validation/language.ts';
import type { LetterTexts } from './list-letter.ts';

/** The texts of a confirmation e-mail in each of our languages. */
export const CONFIRMATION_TEXTS: Record<Language, LetterTexts> = {
  en: {
    subject: (list) => `Please confirm your subscription to ${list}`,
    asked: (list, email) => `Somebody asked us to send “${list}” to ${email}. If it was you, please confirm it.`,
    action: 'Confirm subscription',
    otherwise: 'If it was not you, ignore this e-mail: without a confirmation nothing will be sent to you.',
  },
  de: {
    subject: (list) => `Bitte bestätigen Sie Ihre Anmeldung zu ${list}`,
    asked: (list, email) =>
      `Jemand hat uns gebeten, „${list}“ an ${email} zu senden. Wenn Sie das waren, bestätigen Sie es bitte.`,
    action: 'Anmeldung bestätigen',
    otherwise: 'Wenn Sie es nicht waren, beachten Sie diese E-Mail nicht: Ohne Bestätigung senden wir Ihnen nichts.',
  },
  fr: {
    subject: (list) => `Veuillez confirmer votre inscription à ${list}`,
    asked: (list, email) =>
      `Quelqu’un nous a demandé d’envoyer « ${list} » à ${email}. Si c’était vous, veuillez le confirmer.`,
    action: 'Confirmer l’inscription',
    otherwise: 'Si ce n’était pas vous, ignorez cet e-mail : sans confirmation, rien ne vous sera envoyé.',
  },
  es: {
    subject: (list) => `Confirme su suscripción a ${list}`,
    asked: (list, email) => `Alguien nos ha pedido que enviemos «${list}» a ${email}. Si ha sido usted, confírmelo.`,
    action: 'Confirmar la suscripción',
    otherwise: 'Si no ha sido usted, ignore este correo: sin confirmación no le enviaremos nada.',
  },
  nl: {
    subject: (list) => `Bevestig uw aanmelding voor ${list}`,
    asked: (list, email) => `Iemand heeft ons gevraagd “${list}” naar ${email} te sturen. Was u dat, bevestig het dan.`,
    action: 'Aanmelding bevestigen',
    otherwise: 'Was u het niet, negeer dan deze e-mail: zonder bevestiging sturen wij u niets.',
  },
};
