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
      gone: 'Its server answered that the address no longer exists (410).',
      failing: 'It has not accepted any delivery for five days.',
    },
    way: 'Nothing is sent to it until you enable it again. On its page you can enable it and resend failed deliveries:',
  },
  de: {
    subject: 'Ein Webhook wurde abgeschaltet: {{ url }}',
    what: 'Der Webhook zu {{ url }} wurde abgeschaltet.',
    reasons: {
      gone: 'Sein Server hat geantwortet, dass es die Adresse nicht mehr gibt (410).',
      failing: 'Er hat seit fünf Tagen keine Zustellung angenommen.',
    },
    way: 'Er erhält nichts, bis Sie ihn wieder einschalten. Auf seiner Seite können Sie ihn einschalten und fehlgeschlagene Zustellungen wiederholen:',
  },
  fr: {
    subject: 'Un webhook a été désactivé : {{ url }}',
    what: 'Le webhook vers {{ url }} a été désactivé.',
    reasons: {
      gone: 'Son serveur a répondu que l’adresse n’existe plus (410).',
      failing: 'Il n’a accepté aucun envoi depuis cinq jours.',
    },
    way: 'Rien ne lui est envoyé tant que vous ne l’avez pas réactivé. Sur sa page, vous pouvez le réactiver et renvoyer les envois échoués :',
  },
  es: {
    subject: 'Se ha desactivado un webhook: {{ url }}',
    what: 'Se ha desactivado el webhook a {{ url }}.',
    reasons: {
      gone: 'Su servidor ha respondido que la dirección ya no existe (410).',
      failing: 'No ha aceptado ningún envío desde hace cinco días.',
    },
    way: 'No se le envía nada hasta que lo vuelva a activar. En su página puede activarlo y repetir los envíos fallidos:',
  },
  nl: {
    subject: 'Een webhook is uitgeschakeld: {{ url }}',
    what: 'De webhook naar {{ url }} is uitgeschakeld.',
    reasons: {
      gone: 'De server heeft geantwoord dat het adres niet meer bestaat (410).',
      failing: 'Hij heeft al vijf dagen geen enkele levering geaccepteerd.',
    },
    way: 'Er wordt niets naar gestuurd totdat u hem weer inschakelt. Op zijn pagina kunt u hem inschakelen en mislukte leveringen opnieuw sturen:',
  },
};
