/**
 * Translations of the ready-made automations, which the server sends in English. A test compares the keys with the server's list and loads
 * this file outside a browser, so it imports nothing.
 */
export const READY_MADE_WORDS = {
  de: {
    'abandoned-cart': {
      name: 'Verlassener Warenkorb',
      description:
        'Eine Stunde nachdem ein Warenkorb verlassen wurde, und einen Tag später noch einmal, bis etwas bestellt wird. Braucht die Ereignisse cart.abandoned, mit den Eigenschaften url und items: [{name, quantity, price, image?}], und order.',
    },
    welcome: {
      name: 'Willkommen',
      description: 'Begrüßt alle, die sich bei einer Liste anmelden, ein Mal. Braucht eine Liste.',
    },
    'win-back': {
      name: 'Zurückgewinnen',
      description:
        'An Kunden, die 60 Tage lang nichts bestellt haben, und zwei Wochen später noch einmal; jede Bestellung beginnt die Zählung neu. Braucht das Ereignis order.',
    },
    birthday: {
      name: 'Geburtstag',
      description:
        'Am Geburtstag, jedes Jahr, um neun Uhr morgens dort, wo die Person ist. Braucht ein Kontaktfeld vom Typ Datum mit dem Schlüssel birthday.',
    },
    'post-purchase': {
      name: 'Nach einer Bestellung',
      description:
        'Bittet eine Woche nach der Lieferung einer Bestellung, um zehn Uhr morgens, um eine Bewertung, und zwei Wochen später darum, es Freunden zu erzählen; höchstens einmal in 90 Tagen. Braucht das Ereignis order.delivered, mit den Eigenschaften review_url und items: [{name, image?}].',
    },
    'browse-abandonment': {
      name: 'Produkt angesehen',
      description:
        'Einige Stunden nachdem ein Produkt angesehen wurde, sofern nicht inzwischen ein Warenkorb gefüllt oder etwas bestellt wurde; höchstens einmal in der Woche. Braucht das Ereignis product.viewed, mit den Eigenschaften name, url, price?, image? und text?.',
    },
  },
} as const;
