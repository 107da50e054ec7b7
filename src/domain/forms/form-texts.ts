import type { Language } from '../../validation/language.ts';
import type { Problem } from './read-answers.ts';

/** A heading and the sentence below it. */
interface Said {
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
  /** Label of the honeypot. */
  leaveEmpty: string;
  /** After a sign-up, with or without double opt-in. */
  confirm: Said;
  done: Said;
  problems: Record<Problem, string>;
  problem: string;
  /** The form was sent without a form token, too soon, or too late. */
  again: string;
  tooMany: Said;
  needsScript: string;
  unsolved: string;
  gone: Said;
  unreadable: Said;
  method: Said;
  fault: Said;
}

export const FORM_TEXTS: Record<Language, FormTexts> = {
  en: {
    email: 'E-mail address',
    firstName: 'First name',
    lastName: 'Last name',
    optional: 'optional',
    button: 'Subscribe',
    leaveEmpty: 'Leave this empty',
    confirm: {
      title: 'Please look into your mailbox',
      text: 'We have sent you an e-mail. Please open the link in it, so that we know that the address is yours.',
    },
    done: { title: 'Thank you', text: 'Your sign-up has arrived.' },
    problems: {
      required: 'Please fill this in.',
      email: 'Please enter an e-mail address, such as name@example.com.',
      disposable: 'Please enter an address at which you can be reached for longer.',
      consent: 'Please tick this box if you agree.',
      text: 'This is too long, or has characters that cannot be used.',
      number: 'Please enter a number, such as 12 or 1.5.',
      date: 'Please enter a date, such as 2026-01-31.',
      boolean: 'Please tick this box or leave it.',
    },
    problem: 'Something is missing or not right yet.',
    again: 'Just one step more: please press the button once again.',
    tooMany: {
      title: 'One moment, please',
      text: 'Very many sign-ups come from your network. Please try again in a minute.',
    },
    needsScript: 'This form needs JavaScript, which is switched off in your browser.',
    unsolved: 'Your browser could not prove yet that you are no robot. Please press the button once again.',
    gone: { title: 'This form is not here', text: 'The address is incomplete, or the form was removed.' },
    unreadable: { title: 'This could not be read', text: 'Nothing was sent. Please open the form again.' },
    method: { title: 'This cannot be done here', text: 'Nothing was changed.' },
    fault: { title: 'Something went wrong', text: 'Please try again in a moment.' },
  },
  de: {
    email: 'E-Mail-Adresse',
    firstName: 'Vorname',
    lastName: 'Nachname',
    optional: 'freiwillig',
    button: 'Anmelden',
    leaveEmpty: 'Bitte leer lassen',
    confirm: {
      title: 'Bitte sehen Sie in Ihr Postfach',
      text: 'Wir haben Ihnen eine E-Mail gesendet. Bitte öffnen Sie den Link darin, damit wir wissen, dass die Adresse Ihre ist.',
    },
    done: { title: 'Vielen Dank', text: 'Ihre Anmeldung ist angekommen.' },
    problems: {
      required: 'Bitte füllen Sie dieses Feld aus.',
      email: 'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
      disposable: 'Bitte geben Sie eine Adresse ein, unter der Sie länger erreichbar sind.',
      consent: 'Bitte setzen Sie das Häkchen, wenn Sie einverstanden sind.',
      text: 'Das ist zu lang oder enthält unbrauchbare Zeichen.',
      number: 'Bitte geben Sie eine Zahl ein, zum Beispiel 12 oder 1.5.',
      date: 'Bitte geben Sie ein Datum ein, zum Beispiel 2026-01-31.',
      boolean: 'Bitte setzen Sie das Häkchen oder lassen Sie es.',
    },
    problem: 'Etwas fehlt oder stimmt noch nicht.',
    again: 'Nur noch ein Schritt: Bitte drücken Sie noch einmal auf den Knopf.',
    tooMany: {
      title: 'Einen Moment bitte',
      text: 'Aus Ihrem Netz kommen sehr viele Anmeldungen. Bitte versuchen Sie es in einer Minute noch einmal.',
    },
    needsScript: 'Dieses Formular braucht JavaScript, das in Ihrem Browser ausgeschaltet ist.',
    unsolved:
      'Ihr Browser konnte noch nicht zeigen, dass Sie kein Roboter sind. Bitte drücken Sie noch einmal auf den Knopf.',
    gone: { title: 'Hier ist kein Formular', text: 'Die Adresse ist unvollständig, oder das Formular wurde entfernt.' },
    unreadable: {
      title: 'Das konnte nicht gelesen werden',
      text: 'Es wurde nichts gesendet. Bitte öffnen Sie das Formular noch einmal.',
    },
    method: { title: 'Das geht hier nicht', text: 'Es wurde nichts geändert.' },
    fault: { title: 'Etwas ist schiefgegangen', text: 'Bitte versuchen Sie es gleich noch einmal.' },
  },
  fr: {
    email: 'Adresse e-mail',
    firstName: 'Prénom',
    lastName: 'Nom',
    optional: 'facultatif',
    button: 'S’inscrire',
    leaveEmpty: 'Laissez ce champ vide',
    confirm: {
      title: 'Veuillez consulter votre boîte aux lettres',
      text: 'Nous vous avons envoyé un e-mail. Veuillez ouvrir le lien qu’il contient, pour que nous sachions que l’adresse est la vôtre.',
    },
    done: { title: 'Merci', text: 'Votre inscription nous est parvenue.' },
    problems: {
      required: 'Veuillez remplir ce champ.',
      email: 'Veuillez saisir une adresse e-mail, par exemple nom@example.com.',
      disposable: 'Veuillez saisir une adresse à laquelle on peut vous joindre plus longtemps.',
      consent: 'Veuillez cocher cette case si vous êtes d’accord.',
      text: 'C’est trop long, ou cela contient des caractères inutilisables.',
      number: 'Veuillez saisir un nombre, par exemple 12 ou 1.5.',
      date: 'Veuillez saisir une date, par exemple 2026-01-31.',
      boolean: 'Veuillez cocher cette case ou la laisser.',
    },
    problem: 'Il manque quelque chose, ou quelque chose n’est pas encore juste.',
    again: 'Encore une étape : veuillez appuyer une nouvelle fois sur le bouton.',
    tooMany: {
      title: 'Un instant, s’il vous plaît',
      text: 'De très nombreuses inscriptions viennent de votre réseau. Veuillez réessayer dans une minute.',
    },
    needsScript: 'Ce formulaire a besoin de JavaScript, qui est désactivé dans votre navigateur.',
    unsolved:
      'Votre navigateur n’a pas encore pu montrer que vous n’êtes pas un robot. Veuillez appuyer une nouvelle fois sur le bouton.',
    gone: { title: 'Ce formulaire n’est pas ici', text: 'L’adresse est incomplète, ou le formulaire a été retiré.' },
    unreadable: {
      title: 'Cela n’a pas pu être lu',
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
    leaveEmpty: 'Deje esto vacío',
    confirm: {
      title: 'Mire en su buzón',
      text: 'Le hemos enviado un correo. Abra el enlace que contiene, para que sepamos que la dirección es suya.',
    },
    done: { title: 'Gracias', text: 'Su suscripción ha llegado.' },
    problems: {
      required: 'Rellene este campo.',
      email: 'Escriba una dirección de correo, por ejemplo nombre@example.com.',
      disposable: 'Escriba una dirección en la que se le pueda localizar durante más tiempo.',
      consent: 'Marque esta casilla si está de acuerdo.',
      text: 'Es demasiado largo o tiene caracteres que no se pueden usar.',
      number: 'Escriba un número, por ejemplo 12 o 1.5.',
      date: 'Escriba una fecha, por ejemplo 2026-01-31.',
      boolean: 'Marque esta casilla o déjela.',
    },
    problem: 'Falta algo o algo no está bien todavía.',
    again: 'Solo un paso más: pulse el botón otra vez.',
    tooMany: {
      title: 'Un momento, por favor',
      text: 'Llegan muchísimas suscripciones desde su red. Vuelva a intentarlo en un minuto.',
    },
    needsScript: 'Este formulario necesita JavaScript, que está desactivado en su navegador.',
    unsolved: 'Su navegador aún no ha podido demostrar que usted no es un robot. Pulse el botón otra vez.',
    gone: {
      title: 'Aquí no hay ningún formulario',
      text: 'La dirección está incompleta o el formulario se ha retirado.',
    },
    unreadable: { title: 'No se ha podido leer', text: 'No se ha enviado nada. Abra de nuevo el formulario.' },
    method: { title: 'Eso no se puede hacer aquí', text: 'No se ha cambiado nada.' },
    fault: { title: 'Algo ha salido mal', text: 'Vuelva a intentarlo en un momento.' },
  },
  nl: {
    email: 'E-mailadres',
    firstName: 'Voornaam',
    lastName: 'Achternaam',
    optional: 'niet verplicht',
    button: 'Aanmelden',
    leaveEmpty: 'Laat dit leeg',
    confirm: {
      title: 'Kijk in uw mailbox',
      text: 'Wij hebben u een e-mail gestuurd. Open de link daarin, zodat wij weten dat het adres van u is.',
    },
    done: { title: 'Bedankt', text: 'Uw aanmelding is aangekomen.' },
    problems: {
      required: 'Vul dit in.',
      email: 'Vul een e-mailadres in, bijvoorbeeld naam@example.com.',
      disposable: 'Vul een adres in waarop u langer bereikbaar bent.',
      consent: 'Vink dit vakje aan als u akkoord gaat.',
      text: 'Dit is te lang of bevat tekens die niet gebruikt kunnen worden.',
      number: 'Vul een getal in, bijvoorbeeld 12 of 1.5.',
      date: 'Vul een datum in, bijvoorbeeld 2026-01-31.',
      boolean: 'Vink dit vakje aan of laat het.',
    },
    problem: 'Er ontbreekt iets of iets klopt nog niet.',
    again: 'Nog één stap: druk nog een keer op de knop.',
    tooMany: {
      title: 'Een ogenblik geduld',
      text: 'Er komen heel veel aanmeldingen van uw netwerk. Probeer het over een minuut opnieuw.',
    },
    needsScript: 'Dit formulier heeft JavaScript nodig, dat in uw browser is uitgeschakeld.',
    unsolved: 'Uw browser kon nog niet laten zien dat u geen robot bent. Druk nog een keer op de knop.',
    gone: { title: 'Hier is geen formulier', text: 'Het adres is onvolledig of het formulier is verwijderd.' },
    unreadable: { title: 'Dit kon niet worden gelezen', text: 'Er is niets verstuurd. Open het formulier opnieuw.' },
    method: { title: 'Dat kan hier niet', text: 'Er is niets gewijzigd.' },
    fault: { title: 'Er ging iets mis', text: 'Probeer het zo meteen opnieuw.' },
  },
};
