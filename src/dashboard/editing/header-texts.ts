import { defineTexts } from '../texts/define-texts.ts';

export const useHeaderText = defineTexts('headers', {
  en: {
    headers: 'Headers',
    name: 'Header name {{number}}',
    value: 'Header value {{number}}',
    add: 'Add header',
    remove: 'Remove header {{number}}',
    twice: 'This name is used twice.',
    ofList: 'Added to all e-mails to this list.',
    ofCampaign: 'Added to all e-mails of this campaign. They replace the list’s headers of the same name.',
    ofTransport: 'Added to all e-mails that leave by this transport, unless an e-mail has its own.',
    ofMail: 'Added to this e-mail.',
  },
  de: {
    headers: 'Kopfzeilen',
    name: 'Name der Kopfzeile {{number}}',
    value: 'Wert der Kopfzeile {{number}}',
    add: 'Kopfzeile hinzufügen',
    remove: 'Kopfzeile {{number}} entfernen',
    twice: 'Dieser Name kommt zweimal vor.',
    ofList: 'Stehen in allen E-Mails an diese Liste.',
    ofCampaign: 'Stehen in allen E-Mails dieser Kampagne und ersetzen die gleichnamigen der Liste.',
    ofTransport: 'Stehen in allen E-Mails dieses Versandwegs, die keine eigene Kopfzeile dieses Namens haben.',
    ofMail: 'Stehen in dieser E-Mail.',
  },
});
