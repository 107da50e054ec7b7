/** Phrases that no user-visible text contains, whatever their case. */
export const PHRASES: readonly string[] = [
  ...[
    'Came back',
    'Called it spam',
    'Clicked of those',
    'On the way',
    'Came to the end',
    'Who may pass',
    'What ends it',
  ],
  ...['by a clock that jumps', 'What is taken to happen', 'An event comes', 'Again and again', 'own clock'],
  ...[
    'Waits for its time',
    'Somebody picks',
    'The best by',
    'Try variants on a sample',
    'of these hold',
    'Does not hold',
  ],
  ...[
    'Nobody fits',
    'Take a filter away',
    'Somebody we know nothing of',
    'As this person gets it',
    'Links side by side',
  ],
  ...['Pages elsewhere', 'whatever names no transport', 'who is not subscribed', 'Tell it', 'Told of'],
  ...['we neither', 'Stands in every message', 'as the law wants it', 'as many messages as the team allows'],
  ...[
    'Where the columns go',
    'What becomes of',
    'those who left',
    'agree to by a box',
    'solve a puzzle',
    'against robots',
  ],
  ...['Leads to this address', 'is known of', 'Messages a minute', 'Revenue of 30 days', 'Nothing is called that'],
  ...['No form leads here', 'No automation is about it', 'Look into your mail', 'e-mail of a step'],
];

/** Texts that no label of a screen is. */
export const LABELS: readonly string[] = [
  ...[
    'Figures',
    'Try it',
    'At a time',
    'Band',
    'Line',
    'Goods',
    'Only if',
    'Quiet',
    'Restraint',
    'Measuring',
    'Keeping',
  ],
  ...['In frames', 'Walk through', 'Left before', 'Not finished', 'It goes to', 'Behind the content'],
];
