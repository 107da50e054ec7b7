const OF_CART =
  'Braucht das Ereignis cart.abandoned mit den Eigenschaften url und items: [{name, quantity, price, image?}].';

/**
 * Translations of the ready-made templates, which the server sends in English. A test compares the keys with the server's list and loads
 * this file outside a browser, so it imports nothing.
 */
export const READY_MADE_WORDS = {
  de: {
    welcome: {
      name: 'Willkommen',
      description:
        'Die erste E-Mail an jemanden, der sich angemeldet hat. Setzen Sie Ihre eigenen Worte und Links ein.',
    },
    newsletter: {
      name: 'Newsletter: ein Brief',
      description:
        'Ein Brief mit einigen Geschichten, jede mit einem Link zum Weiterlesen. Setzen Sie Ihre eigenen ein.',
    },
    'newsletter-magazine': {
      name: 'Newsletter: ein Magazin',
      description: 'Eine große Geschichte mit einem Bild, zwei kleinere nebeneinander, eine Kundenstimme und ein Film.',
    },
    'newsletter-products': {
      name: 'Newsletter: Produkte',
      description: 'Ein Raster von Produkten mit Bildern und Preisen, und ein Code, der Geld spart.',
    },
    announcement: {
      name: 'Produktneuheit',
      description:
        'Etwas, das neu ist, und warum es wichtig ist. Setzen Sie Ihre eigenen Worte, Ihren Link und Ihr Bild ein.',
    },
    'event-invitation': {
      name: 'Einladung',
      description:
        'Lädt zu etwas ein, das einmal stattfindet: was, wann, wo, und ein Link zum Antworten. Setzen Sie Ihre Angaben ein.',
    },
    birthday: {
      name: 'Alles Gute zum Geburtstag',
      description: 'Am Tag selbst, mit einem Geschenk. Setzen Sie Ihr eigenes Geschenk ein.',
    },
    survey: {
      name: 'Eine Frage',
      description: 'Eine Frage, die mit einem Klick beantwortet wird. Setzen Sie Ihre eigene Frage und Ihre Links ein.',
    },
    referral: {
      name: 'Freunde einladen',
      description:
        'Bittet Kunden, Sie weiterzuempfehlen, mit einem Code für beide. Setzen Sie Ihren eigenen Code und Link ein.',
    },
    're-engagement': {
      name: 'Sollen wir weiter schreiben?',
      description:
        'An Personen, die lange nichts geöffnet und nichts geklickt haben: fragt, ob es weitergehen soll. Setzen Sie Ihren eigenen Link ein; ein Klick darauf ist ein Lebenszeichen.',
    },
    'win-back': {
      name: 'Wir haben Sie vermisst',
      description:
        'An Kunden, die lange nichts bestellt haben, mit einem Code, der Geld spart. Setzen Sie Ihren eigenen Code und Link ein.',
    },
    browse: {
      name: 'Produkt angesehen',
      description:
        'An jemanden, der ein Produkt angesehen hat und gegangen ist. Braucht das Ereignis product.viewed mit den Eigenschaften name, url, price?, image? und text?.',
    },
    'abandoned-cart-1': {
      name: 'Verlassener Warenkorb, erste E-Mail',
      description: `Erinnert an einen Warenkorb, etwa eine Stunde nachdem er verlassen wurde. ${OF_CART}`,
    },
    'abandoned-cart-2': {
      name: 'Verlassener Warenkorb, zweite E-Mail',
      description: `Erinnert einen Tag später an einen Warenkorb und sagt, dass es das letzte Mal ist. ${OF_CART}`,
    },
    review: {
      name: 'Wie war es?',
      description:
        'Bittet um eine Bewertung, einige Tage nachdem eine Bestellung angekommen ist. Braucht das Ereignis order.delivered mit den Eigenschaften review_url und items: [{name, image?}].',
    },
    'order-confirmation': {
      name: 'Bestellbestätigung',
      description:
        'Für eine transaktionale E-Mail nach einer Bestellung. Braucht order: {number, url, total, shipping?, address?, items: [{name, quantity, price, image?}]}; Beträge sind Texte, fertig zum Lesen.',
    },
    receipt: {
      name: 'Quittung',
      description:
        'Für eine transaktionale E-Mail nach einer Zahlung. Braucht receipt: {number, date, url, method, total, tax?, items: [{name, quantity, price}]}; Beträge und Daten sind Texte, fertig zum Lesen.',
    },
    shipping: {
      name: 'Unterwegs',
      description:
        'Für eine transaktionale E-Mail, wenn eine Bestellung hinausgeht. Braucht order: {number, tracking_url, carrier?, arrives?, items: [{name, quantity, image?}]}.',
    },
    invoice: {
      name: 'Rechnung',
      description:
        'Für eine transaktionale E-Mail mit einer Rechnung, die zu bezahlen ist. Braucht invoice: {number, url, due, subtotal, tax?, total, items: [{name, quantity, price}]}; Beträge und Daten sind Texte, fertig zum Lesen.',
    },
    'password-reset': {
      name: 'Passwort zurücksetzen',
      description:
        'Für eine transaktionale E-Mail mit einem Link, um ein neues Passwort zu wählen. Braucht reset_url und valid_for. Senden Sie sie mit "tracking": false, damit der Link bleibt, wie er ist.',
    },
    'sign-in-code': {
      name: 'Anmeldecode',
      description:
        'Für eine transaktionale E-Mail mit einem Code zum Anmelden. Braucht code und valid_for. Der Code steht im Betreff, wo Telefone ihn zeigen.',
    },
  },
} as const;
