/**
 * Translations of the ready-made automations, which the server sends in English. A test compares the keys with the server's list and loads
 * this file outside a browser, so it imports nothing.
 */
export const READY_MADE_WORDS = {
  de: {
    'abandoned-cart': {
      name: 'Warenkorbabbruch',
      description:
        'Erinnert eine Stunde nach dem Verlassen des Warenkorbs und einen Tag später noch einmal, bis die Person bestellt. Benötigt die Ereignisse cart.abandoned, mit den Eigenschaften url und items: [{name, quantity, price, image?}], und order.',
    },
    welcome: {
      name: 'Willkommen',
      description: 'Begrüßt jede Person einmal, nachdem sie sich bei einer Liste angemeldet hat. Benötigt eine Liste.',
    },
    'win-back': {
      name: 'Rückgewinnung',
      description:
        'Schreibt Kunden, die 60 Tage lang nichts bestellt haben, und zwei Wochen später noch einmal. Jede Bestellung startet die Wartezeit neu. Benötigt das Ereignis order.',
    },
    birthday: {
      name: 'Geburtstag',
      description:
        'Sendet an jedem Geburtstag um 9:00 Uhr in der Zeitzone der Person eine E-Mail. Benötigt ein Kontaktfeld vom Typ Datum mit dem Schlüssel birthday.',
    },
    'post-purchase': {
      name: 'Nach dem Kauf',
      description:
        'Bittet eine Woche nach der Lieferung um 10:00 Uhr um eine Bewertung und zwei Wochen später um eine Weiterempfehlung; höchstens einmal in 90 Tagen. Benötigt das Ereignis order.delivered, mit den Eigenschaften review_url und items: [{name, image?}].',
    },
    'browse-abandonment': {
      name: 'Produkt angesehen, nicht gekauft',
      description:
        'Sendet vier Stunden nach der Ansicht eines Produkts eine E-Mail, außer wenn die Person vorher einen Warenkorb verlässt oder bestellt; höchstens einmal pro Woche. Benötigt das Ereignis product.viewed, mit den Eigenschaften name, url, price?, image? und text?.',
    },
  },
} as const;
