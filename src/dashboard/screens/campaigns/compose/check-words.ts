import i18next from 'i18next';
import { type PatternWords, wordsBy } from '../../../client/pattern-words.ts';

/** The sentences of a check in German. Names of rules and addresses stay as they are. */
const GERMAN: PatternWords = [
  [/^The campaign has no recipients\.$/, 'Die Kampagne hat keine Empfänger.'],
  [
    /^The team has no postal address\b.*$/,
    'Das Team hat keine Postanschrift. Jede Nachricht an eine Liste muss sie zeigen. Tragen Sie sie in den Einstellungen des Teams ein.',
  ],
  [/^The campaign has no sender with a valid address\.$/, 'Die Kampagne hat keinen Absender mit gültiger Adresse.'],
  [
    /^Recipients cannot open links in the message that begin with (\S+)\. Set PUBLIC_URL.*$/,
    'Empfänger können Links nicht öffnen, die mit $1 beginnen. Wer den Server betreibt, setzt PUBLIC_URL auf die öffentliche Adresse.',
  ],
  [
    /^Recipients cannot open these addresses in the template: (.*)\. Use a public host\.$/,
    'Empfänger können diese Adressen in der Vorlage nicht öffnen: $1. Nehmen Sie öffentliche Adressen.',
  ],
  [
    /^These links are samples: (.*)\. Replace them with your own\.$/,
    'Diese Links sind Beispiele: $1. Ersetzen Sie sie durch Ihre eigenen.',
  ],
  [
    /^A picture is a sample of the ready-made template\..*$/,
    'Ein Bild ist ein Beispiel aus der fertigen Vorlage. Wählen Sie ein eigenes.',
  ],
  [
    /^(\d+) pictures are samples of the ready-made template\..*$/,
    '$1 Bilder sind Beispiele aus der fertigen Vorlage. Wählen Sie eigene.',
  ],
  [
    /^The template contains the sample text "(.*)"\..*$/,
    'Die Vorlage enthält den Beispieltext „$1“. Ersetzen Sie ihn durch einen eigenen.',
  ],
  [/^A block of the template has no text yet, only "…"\.$/, 'Ein Block der Vorlage hat noch keinen Text, nur „…“.'],
  [/^These links do not work: (.*)\.$/, 'Diese Links funktionieren nicht: $1.'],
  [
    /^No link could be opened from this server\b.*$/,
    'Von diesem Server ließ sich kein Link öffnen. Vielleicht hat er keinen Zugang zum Internet. Öffnen Sie die Links selbst.',
  ],
  [
    /^The text "(.*)" is hard to read on its background\..*$/,
    'Der Text „$1“ ist auf seinem Hintergrund schwer zu lesen. Wählen Sie Farben mit mehr Kontrast.',
  ],
  [
    /^The text "(.*)" is hard to read in dark mode\b.*$/,
    'Der Text „$1“ ist im dunklen Modus schwer zu lesen: Mailprogramme zeigen dort einen dunklen Hintergrund. Legen Sie zur Textfarbe einen Hintergrund fest, oder Farben für den dunklen Modus.',
  ],
  [
    /^An image has no alternative text\..*$/,
    'Ein Bild hat keinen Alternativtext. Wer Bilder blockiert, sieht dort nichts.',
  ],
  [
    /^(\d+) images have no alternative text\..*$/,
    '$1 Bilder haben keinen Alternativtext. Wer Bilder blockiert, sieht dort nichts.',
  ],
  [
    /^The HTML is (\d+) KB\. Gmail clips\b.*$/,
    'Das HTML hat $1 KB. Gmail kürzt Nachrichten über 102 KB und verbirgt den Rest, auch den Abmeldelink.',
  ],
  [
    /^The domain (\S+) is not a sending domain of the team\..*$/,
    'Die Domain $1 ist keine Absenderdomain des Teams. Wenn der Mailserver nicht selbst signiert, landen Nachrichten vielleicht im Spam.',
  ],
  [
    /^The sending domain (\S+) is not verified\..*$/,
    'Die Absenderdomain $1 ist nicht bestätigt. Nachrichten gingen ohne DKIM-Signatur hinaus. Veröffentlichen Sie ihre DNS-Einträge und prüfen Sie sie.',
  ],
  [
    /^The spam filter gives the message (\S+) points, and (\S+) mean spam: (.*)\.$/,
    'Der Spamfilter gibt der Nachricht $1 Punkte; ab $2 gilt sie als Spam: $3.',
  ],
  [/^The spam filter gave no score: .*$/, 'Der Spamfilter hat nicht geantwortet.'],
];

/** A sentence of a check in the chosen language, as far as that has words for it. */
export const inChosenLanguage = (sentence: string): string =>
  i18next.language === 'de' ? (wordsBy(GERMAN, sentence) ?? sentence) : sentence;
