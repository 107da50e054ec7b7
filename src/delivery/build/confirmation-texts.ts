import type { Language } from '../../validation/language.ts';
import type { ListMailTexts } from './list-mail.ts';

/** The texts of a confirmation e-mail in each of our languages. */
export const CONFIRMATION_TEXTS: Record<Language, ListMailTexts> = {
  en: {
    subject: (list) => `Please confirm your subscription to ${list}`,
    asked: (list, email) => `Someone asked us to send “${list}” to ${email}. If it was you, please confirm.`,
    action: 'Confirm subscription',
    otherwise: 'If it was not you, ignore this e-mail. We will send you nothing unless you confirm.',
  },
  de: {
    subject: (list) => `Bitte bestätigen Sie Ihre Anmeldung zu ${list}`,
    asked: (list, email) =>
      `Jemand hat uns gebeten, „${list}“ an ${email} zu senden. Wenn Sie das waren, bestätigen Sie es bitte.`,
    action: 'Anmeldung bestätigen',
    otherwise: 'Wenn Sie es nicht waren, ignorieren Sie diese E-Mail. Ohne Bestätigung senden wir Ihnen nichts.',
  },
  fr: {
    subject: (list) => `Veuillez confirmer votre inscription à ${list}`,
    asked: (list, email) =>
      `Quelqu’un nous a demandé d’envoyer « ${list} » à ${email}. Si c’était vous, veuillez confirmer.`,
    action: 'Confirmer l’inscription',
    otherwise: 'Si ce n’était pas vous, ignorez cet e-mail. Sans confirmation, nous ne vous enverrons rien.',
  },
  es: {
    subject: (list) => `Confirme su suscripción a ${list}`,
    asked: (list, email) => `Alguien nos ha pedido que enviemos «${list}» a ${email}. Si ha sido usted, confírmelo.`,
    action: 'Confirmar la suscripción',
    otherwise: 'Si no ha sido usted, ignore este correo. Sin confirmación no le enviaremos nada.',
  },
  nl: {
    subject: (list) => `Bevestig uw aanmelding voor ${list}`,
    asked: (list, email) => `Iemand heeft ons gevraagd “${list}” naar ${email} te sturen. Was u dat, bevestig dat dan.`,
    action: 'Aanmelding bevestigen',
    otherwise: 'Was u het niet, negeer dan deze e-mail. Zonder bevestiging sturen wij u niets.',
  },
};

/** The texts of the e-mail to people who sign up for a list they are already on. */
export const REMINDER_TEXTS: Record<Language, ListMailTexts> = {
  en: {
    subject: (list) => `You are already subscribed to ${list}`,
    asked: (list, email) =>
      `Someone entered ${email} in a form to subscribe to “${list}”. You are already subscribed, so you do not need to do anything.`,
    action: 'Manage your preferences',
    otherwise: 'If it was not you, ignore this e-mail.',
  },
  de: {
    subject: (list) => `Sie sind bereits für ${list} angemeldet`,
    asked: (list, email) =>
      `Jemand hat ${email} in ein Formular eingetragen, um „${list}“ zu erhalten. Sie sind bereits angemeldet und müssen nichts weiter tun.`,
    action: 'Einstellungen verwalten',
    otherwise: 'Wenn Sie es nicht waren, ignorieren Sie diese E-Mail.',
  },
  fr: {
    subject: (list) => `Vous êtes déjà inscrit à ${list}`,
    asked: (list, email) =>
      `Quelqu’un a saisi ${email} dans un formulaire pour s’inscrire à « ${list} ». Vous êtes déjà inscrit : vous n’avez rien d’autre à faire.`,
    action: 'Gérer vos préférences',
    otherwise: 'Si ce n’était pas vous, ignorez cet e-mail.',
  },
  es: {
    subject: (list) => `Ya está suscrito a ${list}`,
    asked: (list, email) =>
      `Alguien ha escrito ${email} en un formulario para suscribirse a «${list}». Ya está suscrito: no tiene que hacer nada más.`,
    action: 'Gestionar sus preferencias',
    otherwise: 'Si no ha sido usted, ignore este correo.',
  },
  nl: {
    subject: (list) => `U bent al aangemeld voor ${list}`,
    asked: (list, email) =>
      `Iemand heeft ${email} in een formulier ingevuld om zich aan te melden voor “${list}”. U bent al aangemeld: u hoeft niets meer te doen.`,
    action: 'Voorkeuren beheren',
    otherwise: 'Was u het niet, negeer dan deze e-mail.',
  },
};
