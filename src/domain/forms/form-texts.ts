import type { Language } from '../../validation/language.ts';
import type { Problem } from './read-answers.ts';

/** A heading and the sentence below it. */
interface PageText {
  title: string;
  text: string;
}

/** All texts of sign-up forms that a team does not write itself. */
export interface FormTexts {
  email: string;
  firstName: string;
  lastName: string;
  optional: string;
  button: string;
  /** Label of the button that closes a form over a site. */
  close: string;
  /** Label of the honeypot. */
  leaveEmpty: string;
  /** After a sign-up, with or without double opt-in. */
  confirm: PageText;
  done: PageText;
  problems: Record<Problem, string>;
  problem: string;
  /** The form was sent without a form token, too soon, or too late. */
  again: string;
  tooMany: PageText;
  needsScript: string;
  unsolved: string;
  gone: PageText;
  unreadable: PageText;
  method: PageText;
  fault: PageText;
}

export const FORM_TEXTS: Record<Language, FormTexts> = {
  en: {
    email: 'E-mail address',
    firstName: 'First name',
    lastName: 'Last name',
    optional: 'optional',
    button: 'Subscribe',
    close: 'Close',
    leaveEmpty: 'Leave this empty',
    confirm: {
      title: 'Please check your inbox',
      text: 'We have sent you an e-mail. Please open the link in it to confirm your address.',
    },
    done: { title: 'Thank you', text: 'We have received your sign-up.' },
    problems: {
      required: 'Please fill this in.',
      email: 'Please enter an e-mail address, such as name@example.com.',
      disposable: 'Please use a permanent e-mail address.',
      consent: 'Please tick this box if you agree.',
      text: 'This is too long or contains unsupported characters.',
      number: 'Please enter a number, such as 12 or 1.5.',
      date: 'Please enter a date, such as 2026-01-31.',
      boolean: 'Please tick this box or leave it empty.',
    },
    problem: 'Please correct the fields marked below.',
    again: 'Please press the button again to finish.',
    tooMany: {
      title: 'Please wait a moment',
      text: 'There have been too many sign-ups from your network. Please try again in a minute.',
    },
    needsScript: 'This form needs JavaScript. Please enable it in your browser.',
    unsolved: 'Your browser has not finished the robot check yet. Please press the button again.',
    gone: { title: 'Form not found', text: 'The address is incomplete, or the form was deleted.' },
    unreadable: { title: 'The form could not be read', text: 'Nothing was sent. Please open the form again.' },
    method: { title: 'This is not possible here', text: 'Nothing was changed.' },
    fault: { title: 'Something went wrong', text: 'Please try again in a moment.' },
  },
  de: {
    email: 'E-Mail-Adresse',
    firstName: 'Vorname',
    lastName: 'Nachname',
    optional: 'freiwillig',
    button: 'Anmelden',
    close: 'Schließen',
    leaveEmpty: 'Bitte leer lassen',
    confirm: {
      title: 'Bitte prüfen Sie Ihr Postfach',
      text: 'Wir haben Ihnen eine E-Mail gesendet. Bitte öffnen Sie den Link darin, um Ihre Adresse zu bestätigen.',
    },
    done: { title: 'Vielen Dank', text: 'Wir haben Ihre Anmeldung erhalten.' },
    problems: {
      required: 'Bitte füllen Sie dieses Feld aus.',
      email: 'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
      disposable: 'Bitte verwenden Sie eine dauerhafte E-Mail-Adresse.',
      consent: 'Bitte setzen Sie das Häkchen, wenn Sie einverstanden sind.',
      text: 'Das ist zu lang oder enthält unzulässige Zeichen.',
      number: 'Bitte geben Sie eine Zahl ein, zum Beispiel 12 oder 1.5.',
      date: 'Bitte geben Sie ein Datum ein, zum Beispiel 2026-01-31.',
      boolean: 'Bitte setzen Sie das Häkchen, oder lassen Sie das Feld leer.',
    },
    problem: 'Bitte korrigieren Sie die markierten Felder.',
    again: 'Bitte drücken Sie zum Abschluss noch einmal auf den Knopf.',
    tooMany: {
      title: 'Einen Moment bitte',
      text: 'Aus Ihrem Netz kamen zu viele Anmeldungen. Bitte versuchen Sie es in einer Minute noch einmal.',
    },
    needsScript: 'Dieses Formular braucht JavaScript. Bitte schalten Sie es in Ihrem Browser ein.',
    unsolved:
      'Ihr Browser ist mit der Prüfung gegen Roboter noch nicht fertig. Bitte drücken Sie noch einmal auf den Knopf.',
    gone: {
      title: 'Formular nicht gefunden',
      text: 'Die Adresse ist unvollständig, oder das Formular wurde gelöscht.',
    },
    unreadable: {
      title: 'Das Formular konnte nicht gelesen werden',
      text: 'Es wurde nichts gesendet. Bitte öffnen Sie das Formular noch einmal.',
    },
    method: { title: 'Das ist hier nicht möglich', text: 'Es wurde nichts geändert.' },
    fault: { title: 'Etwas ist schiefgegangen', text: 'Bitte versuchen Sie es gleich noch einmal.' },
  },
  fr: {
    email: 'Adresse e-mail',
    firstName: 'Prénom',
    lastName: 'Nom',
    optional: 'facultatif',
    button: 'S’inscrire',
    close: 'Fermer',
    leaveEmpty: 'Laissez ce champ vide',
    confirm: {
      title: 'Veuillez consulter votre boîte de réception',
      text: 'Nous vous avons envoyé un e-mail. Veuillez ouvrir le lien qu’il contient pour confirmer votre adresse.',
    },
    done: { title: 'Merci', text: 'Nous avons bien reçu votre inscription.' },
    problems: {
      required: 'Veuillez remplir ce champ.',
      email: 'Veuillez saisir une adresse e-mail, par exemple nom@example.com.',
      disposable: 'Veuillez utiliser une adresse e-mail permanente.',
      consent: 'Veuillez cocher cette case si vous êtes d’accord.',
      text: 'Ce texte est trop long ou contient des caractères non autorisés.',
      number: 'Veuillez saisir un nombre, par exemple 12 ou 1.5.',
      date: 'Veuillez saisir une date, par exemple 2026-01-31.',
      boolean: 'Veuillez cocher cette case ou la laisser vide.',
    },
    problem: 'Veuillez corriger les champs signalés.',
    again: 'Veuillez appuyer à nouveau sur le bouton pour terminer.',
    tooMany: {
      title: 'Un instant, s’il vous plaît',
      text: 'Trop d’inscriptions sont venues de votre réseau. Veuillez réessayer dans une minute.',
    },
    needsScript: 'Ce formulaire a besoin de JavaScript. Veuillez l’activer dans votre navigateur.',
    unsolved:
      'Votre navigateur n’a pas encore terminé le contrôle anti-robot. Veuillez appuyer à nouveau sur le bouton.',
    gone: { title: 'Formulaire introuvable', text: 'L’adresse est incomplète, ou le formulaire a été supprimé.' },
    unreadable: {
      title: 'Le formulaire n’a pas pu être lu',
      text: 'Rien n’a été envoyé. Veuillez ouvrir à nouveau le formulaire.',
    },
    method: { title: 'Ce n’est pas possible ici', text: 'Rien n’a été modifié.' },
    fault: { title: 'Une erreur s’est produite', text: 'Veuillez réessayer dans un instant.' },
  },
  es: {
    email: 'Correo electrónico',
    firstName: 'Nombre',
    lastName: 'Apellidos',
    optional: 'opcional',
    button: 'Suscribirse',
    close: 'Cerrar',
    leaveEmpty: 'Deje esto vacío',
    confirm: {
      title: 'Revise su correo',
      text: 'Le hemos enviado un correo. Abra el enlace que contiene para confirmar su dirección.',
    },
    done: { title: 'Gracias', text: 'Hemos recibido su suscripción.' },
    problems: {
      required: 'Rellene este campo.',
      email: 'Escriba una dirección de correo, por ejemplo nombre@example.com.',
      disposable: 'Utilice una dirección de correo permanente.',
      consent: 'Marque esta casilla si está de acuerdo.',
      text: 'Es demasiado largo o contiene caracteres no permitidos.',
      number: 'Escriba un número, por ejemplo 12 o 1.5.',
      date: 'Escriba una fecha, por ejemplo 2026-01-31.',
      boolean: 'Marque esta casilla o déjela vacía.',
    },
    problem: 'Corrija los campos señalados.',
    again: 'Pulse el botón otra vez para terminar.',
    tooMany: {
      title: 'Un momento, por favor',
      text: 'Han llegado demasiadas suscripciones desde su red. Vuelva a intentarlo en un minuto.',
    },
    needsScript: 'Este formulario necesita JavaScript. Actívelo en su navegador.',
    unsolved: 'Su navegador aún no ha terminado la comprobación antirrobots. Pulse el botón otra vez.',
    gone: {
      title: 'Formulario no encontrado',
      text: 'La dirección está incompleta o el formulario se ha eliminado.',
    },
    unreadable: {
      title: 'No se ha podido leer el formulario',
      text: 'No se ha enviado nada. Abra de nuevo el formulario.',
    },
    method: { title: 'Esto no es posible aquí', text: 'No se ha cambiado nada.' },
    fault: { title: 'Algo ha salido mal', text: 'Vuelva a intentarlo en un momento.' },
  },
  nl: {
    email: 'E-mailadres',
    firstName: 'Voornaam',
    lastName: 'Achternaam',
    optional: 'niet verplicht',
    button: 'Aanmelden',
    close: 'Sluiten',
    leaveEmpty: 'Laat dit leeg',
    confirm: {
      title: 'Controleer uw inbox',
      text: 'Wij hebben u een e-mail gestuurd. Open de link daarin om uw adres te bevestigen.',
    },
    done: { title: 'Bedankt', text: 'Wij hebben uw aanmelding ontvangen.' },
    problems: {
      required: 'Vul dit in.',
      email: 'Vul een e-mailadres in, bijvoorbeeld naam@example.com.',
      disposable: 'Gebruik een permanent e-mailadres.',
      consent: 'Vink dit vakje aan als u akkoord gaat.',
      text: 'Dit is te lang of bevat niet-toegestane tekens.',
      number: 'Vul een getal in, bijvoorbeeld 12 of 1.5.',
      date: 'Vul een datum in, bijvoorbeeld 2026-01-31.',
      boolean: 'Vink dit vakje aan of laat het leeg.',
    },
    problem: 'Corrigeer de gemarkeerde velden.',
    again: 'Druk nog een keer op de knop om af te ronden.',
    tooMany: {
      title: 'Een ogenblik geduld',
      text: 'Er kwamen te veel aanmeldingen van uw netwerk. Probeer het over een minuut opnieuw.',
    },
    needsScript: 'Dit formulier heeft JavaScript nodig. Schakel het in uw browser in.',
    unsolved: 'Uw browser is nog niet klaar met de robotcontrole. Druk nog een keer op de knop.',
    gone: { title: 'Formulier niet gevonden', text: 'Het adres is onvolledig of het formulier is verwijderd.' },
    unreadable: {
      title: 'Het formulier kon niet worden gelezen',
      text: 'Er is niets verstuurd. Open het formulier opnieuw.',
    },
    method: { title: 'Dit is hier niet mogelijk', text: 'Er is niets gewijzigd.' },
    fault: { title: 'Er ging iets mis', text: 'Probeer het zo meteen opnieuw.' },
  },
};
