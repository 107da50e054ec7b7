import { defineTexts } from '../texts/define-texts.ts';

export const useNotLoadedText = defineTexts('notLoaded', {
  en: {
    refused: 'Not loaded',
    automationReacts: 'The automation {{name}} would start for the sample people. Pause it, then load the sample data.',
    webhookReacts: 'The webhook {{name}} would be notified of the sample data. Disable it, then load the sample data.',
  },
  de: {
    refused: 'Nicht geladen',
    automationReacts:
      'Die Automation {{name}} würde für die Beispielpersonen beginnen. Pausieren Sie sie, und laden Sie dann die Beispieldaten.',
    webhookReacts:
      'Der Webhook {{name}} würde über die Beispieldaten benachrichtigt. Schalten Sie ihn ab, und laden Sie dann die Beispieldaten.',
  },
});
