/** When the keys of conditions, steps and triggers are null, as `NULLS`. */
export const NULLS_OF_DEFINITIONS: Readonly<Record<string, string>> = {
  withinDays: 'Null: at any time.',
  'AutomationEntry.if': 'Null: none.',
  'AutomationEntry.notWithin': 'Null: none.',
  'ClickedTriggerSettings.campaignId': 'Null: `template` names the e-mails.',
  'ClickedTriggerSettings.template': 'Null: `campaignId` names the e-mails.',
  'LastOrderCondition.currency': 'Null: any currency.',
  'OpenedTriggerSettings.campaignId': 'Null: `template` names the e-mails.',
  'OpenedTriggerSettings.template': 'Null: `campaignId` names the e-mails.',
  'OrderCountCondition.currency': 'Null: any currency.',
  'SendStepSettings.fromName': "Null: the list's sender name, unless `fromEmail` is given.",
  'SendStepSettings.sendWindow': "Null: the automation's.",
  'WaitStepSettings.for': 'Null unless it waits for a duration.',
  'WaitStepSettings.time': 'Null: the time of the date, or 00:00.',
  'WaitStepSettings.until': 'Null unless it waits for a time of day.',
  'WaitStepSettings.untilAttribute': 'Null unless it waits for a date.',
  'WebhookStepSettings.body': 'Null: the ids of the automation, the run and the step, the address and the event.',
};
