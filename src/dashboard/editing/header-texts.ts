import { defineTexts } from '../texts/define-texts.ts';

export const useHeaderText = defineTexts('headers', {
  en: {
    headers: 'Headers',
    name: 'Header name {{number}}',
    value: 'Header value {{number}}',
    add: 'Add header',
    remove: 'Remove header {{number}}',
    duplicateName: 'Use each header name only once.',
    listHint: 'Added to every e-mail to this list.',
    campaignHint: 'Added to every e-mail of this campaign. They replace list headers with the same name.',
    transportHint: 'Added to every e-mail sent through this transport, unless the e-mail sets the same header.',
    mailHint: 'Added to this e-mail.',
  },
  de: {
    headers: 'Kopfzeilen',
    name: 'Name der Kopfzeile {{number}}',
    value: 'Wert der Kopfzeile {{number}}',
    add: 'Kopfzeile hinzufügen',
    remove: 'Kopfzeile {{number}} entfernen',
    duplicateName: 'Verwenden Sie jeden Namen nur einmal.',
    listHint: 'Wird jeder E-Mail an diese Liste hinzugefügt.',
    campaignHint: 'Wird jeder E-Mail dieser Kampagne hinzugefügt. Ersetzt gleichnamige Kopfzeilen der Liste.',
    transportHint:
      'Wird jeder E-Mail über diesen Versandweg hinzugefügt, außer sie hat selbst eine Kopfzeile dieses Namens.',
    mailHint: 'Wird dieser E-Mail hinzugefügt.',
  },
});
