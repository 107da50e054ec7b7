const OF_CART =
  'Benötigt das Ereignis cart.abandoned mit den Eigenschaften url und items: [{name, quantity, price, image?}].';

/**
 * Translations of the ready-made templates, which the server sends in English. A test compares the keys with the server's list and loads
 * this file outside a browser, so it imports nothing.
 */
export const READY_MADE_WORDS = {
  de: {
    welcome: {
      name: 'Willkommen',
      description: 'Die erste E-Mail nach der Anmeldung. Ergänzen Sie Ihren Text und Ihre Links.',
    },
    newsletter: {
      name: 'Newsletter: Brief',
      description:
        'Ein Brief mit mehreren Beiträgen, jeder mit einem Link zum Weiterlesen. Ergänzen Sie Ihre Beiträge.',
    },
    'newsletter-magazine': {
      name: 'Newsletter: Magazin',
      description: 'Ein Hauptbeitrag mit Bild, zwei kleinere Beiträge nebeneinander, eine Kundenstimme und ein Video.',
    },
    'newsletter-products': {
      name: 'Newsletter: Produkte',
      description: 'Ein Raster mit Produkten, Bildern und Preisen, dazu ein Rabattcode.',
    },
    announcement: {
      name: 'Produktankündigung',
      description:
        'Stellt eine Neuheit vor und erklärt, warum sie wichtig ist. Ergänzen Sie Ihren Text, Ihren Link und Ihr Bild.',
    },
    'event-invitation': {
      name: 'Einladung zur Veranstaltung',
      description:
        'Lädt zu einer Veranstaltung ein: was, wann, wo, mit einem Link zum Antworten. Ergänzen Sie Ihre Angaben.',
    },
    birthday: {
      name: 'Alles Gute zum Geburtstag',
      description: 'Kommt am Geburtstag, mit einem Geschenk. Ergänzen Sie Ihr Geschenk.',
    },
    survey: {
      name: 'Umfrage',
      description: 'Eine Frage, die mit einem Klick beantwortet ist. Ergänzen Sie Ihre Frage und Ihre Links.',
    },
    referral: {
      name: 'Weiterempfehlung',
      description:
        'Bittet Kunden um eine Empfehlung, mit einem Code für beide Seiten. Ergänzen Sie Ihren Code und Ihren Link.',
    },
    're-engagement': {
      name: 'Reaktivierung',
      description:
        'Fragt inaktive Personen, ob sie weiter E-Mails erhalten möchten. Ergänzen Sie Ihren Link; ein Klick zählt als Aktivität.',
    },
    'win-back': {
      name: 'Rückgewinnung',
      description:
        'Für Kunden, die lange nichts bestellt haben, mit einem Rabattcode. Ergänzen Sie Ihren Code und Ihren Link.',
    },
    browse: {
      name: 'Produkt angesehen, nicht gekauft',
      description:
        'Für Personen, die ein Produkt angesehen und den Shop verlassen haben. Benötigt das Ereignis product.viewed mit den Eigenschaften name, url, price?, image? und text?.',
    },
    'abandoned-cart-1': {
      name: 'Warenkorbabbruch, erste E-Mail',
      description: `Erinnert etwa eine Stunde später an einen verlassenen Warenkorb. ${OF_CART}`,
    },
    'abandoned-cart-2': {
      name: 'Warenkorbabbruch, zweite E-Mail',
      description: `Erinnert einen Tag später zum zweiten und letzten Mal an einen verlassenen Warenkorb. ${OF_CART}`,
    },
    review: {
      name: 'Bitte um Bewertung',
      description:
        'Bittet einige Tage nach der Lieferung um eine Bewertung. Benötigt das Ereignis order.delivered mit den Eigenschaften review_url und items: [{name, image?}].',
    },
    'order-confirmation': {
      name: 'Bestellbestätigung',
      description:
        'Für eine transaktionale E-Mail nach einer Bestellung. Benötigt order: {number, url, total, shipping?, address?, items: [{name, quantity, price, image?}]}; Beträge sind formatierte Texte.',
    },
    receipt: {
      name: 'Zahlungsbeleg',
      description:
        'Für eine transaktionale E-Mail nach einer Zahlung. Benötigt receipt: {number, date, url, method, total, tax?, items: [{name, quantity, price}]}; Beträge und Daten sind formatierte Texte.',
    },
    shipping: {
      name: 'Versandbestätigung',
      description:
        'Für eine transaktionale E-Mail beim Versand einer Bestellung. Benötigt order: {number, tracking_url, carrier?, arrives?, items: [{name, quantity, image?}]}.',
    },
    invoice: {
      name: 'Rechnung',
      description:
        'Für eine transaktionale E-Mail mit einer offenen Rechnung. Benötigt invoice: {number, url, due, subtotal, tax?, total, items: [{name, quantity, price}]}; Beträge und Daten sind formatierte Texte.',
    },
    'password-reset': {
      name: 'Passwort zurücksetzen',
      description:
        'Für eine transaktionale E-Mail mit einem Link zum Ändern des Passworts. Benötigt reset_url und valid_for. Senden Sie sie mit "tracking": false, damit der Link unverändert bleibt.',
    },
    'sign-in-code': {
      name: 'Anmeldecode',
      description:
        'Für eine transaktionale E-Mail mit einem Anmeldecode. Benötigt code und valid_for. Der Code steht auch im Betreff, wo Telefone ihn anzeigen.',
    },
  },
} as const;
