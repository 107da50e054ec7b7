import type { Language } from '../../validation/language.ts';
import type { Disabled } from '../webhooks/webhook-health.ts';

/** The sentences of the e-mail about a disabled webhook. Liquid, so that an address is only shown as text. */
interface DisabledTexts {
  subject: string;
  what: string;
  reasons: Record<Disabled['reason'], string>;
  /** The sentence that says where to enable it again. */
  way: string;
}

export const DISABLED_TEXTS: Record<Language, DisabledTexts> = {
  en: {
    subject: 'A webhook was disabled: {{ url }}',
    what: 'The webhook to {{ url }} was disabled.',
    reasons: {
      gone: 'It has answered that it is gone for good (410).',
      failing: 'For five days it has taken nothing that was sent to it.',
    },
    way: 'Nothing is sent to it until it is enabled again. That is done on its page, where what has failed can be sent once more, too:',
  },
  de: {
    subject: 'Ein Webhook wurde abgeschaltet: {{ url }}',
    what: 'Der Webhook zu {{ url }} wurde abgeschaltet.',
    reasons: {
      gone: 'Er hat geantwortet, dass es ihn nicht mehr gibt (410).',
      failing: 'Seit fünf Tagen hat er nichts angenommen, was ihm gesendet wurde.',
    },
    way: 'Ihm wird nichts gesendet, bis er wieder eingeschaltet wird. Das geht auf seiner Seite; dort lässt sich auch noch einmal senden, was fehlgeschlagen ist:',
  },
  fr: {
    subject: 'Un webhook a été désactivé : {{ url }}',
    what: 'Le webhook vers {{ url }} a été désactivé.',
    reasons: {
      gone: 'Il a répondu qu’il n’existe plus (410).',
      failing: 'Depuis cinq jours, il n’a rien accepté de ce qui lui a été envoyé.',
    },
    way: 'Rien ne lui est envoyé tant qu’il n’est pas réactivé. Cela se fait sur sa page, où l’on peut aussi renvoyer ce qui a échoué :',
  },
  es: {
    subject: 'Se ha desactivado un webhook: {{ url }}',
    what: 'Se ha desactivado el webhook a {{ url }}.',
    reasons: {
      gone: 'Ha respondido que ya no existe (410).',
      failing: 'Desde hace cinco días no ha aceptado nada de lo que se le envió.',
    },
    way: 'No se le envía nada hasta que se vuelva a activar. Se hace en su página, donde también se puede enviar otra vez lo que ha fallado:',
  },
  nl: {
    subject: 'Een webhook is uitgeschakeld: {{ url }}',
    what: 'De webhook naar {{ url }} is uitgeschakeld.',
    reasons: {
      gone: 'Hij heeft geantwoord dat hij niet meer bestaat (410).',
      failing: 'Sinds vijf dagen heeft hij niets aangenomen van wat naar hem werd gestuurd.',
    },
    way: 'Er wordt niets naar gestuurd totdat hij weer wordt ingeschakeld. Dat doet u op zijn pagina, waar u ook opnieuw kunt sturen wat mislukt is:',
  },
};
