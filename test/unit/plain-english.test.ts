import { describe, expect, test } from 'vitest';
import { type Area, BUDGETS, readAreas, readLabels, type Sentence } from '../support/english/areas.ts';
import { LABELS, PHRASES } from '../support/english/avoided-phrases.ts';
import { hasFreeRelative } from '../support/english/free-relative.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const areas = readAreas(ROOT);
const sentencesIn = (area: Area): Sentence[] => areas.get(area) ?? [];
const listed = (sentences: Sentence[]): string => sentences.map(({ at, text }) => `${at}: ${text}`).join('\n');

test.each([
  'What is forgotten is read again.',
  'Of who comes now nothing is kept.',
  'Whoever asks gets an answer.',
  'The list of what was sent.',
  'Sends to who is not subscribed.',
  'Those that wait are sent first.',
  'Keeps whatever the caller sent.',
])('"%s" uses a relative clause as a noun', (sentence) => {
  expect(hasFreeRelative(sentence)).toBe(true);
});

test.each([
  'The message says what failed and how to correct it.',
  'Who gets this e-mail?',
  'People who clicked a link.',
  'Start-up errors say what to do.',
  'Shows what the server answered.',
  'Decides to whom a campaign is sent.',
])('"%s" does not', (sentence) => {
  expect(hasFreeRelative(sentence)).toBe(false);
});

describe('plain English', () => {
  test.each(Object.entries(BUDGETS) as [Area, number][])(
    '%s stay within the budget for free relatives: %d',
    (area, budget) => {
      const sentences = sentencesIn(area);
      const found = sentences.filter(({ text }) => hasFreeRelative(text));
      expect(sentences.length).toBeGreaterThan(100);
      expect(found.length / sentences.length, listed(found)).toBeLessThanOrEqual(budget);
    },
  );

  test('no user-visible text contains a phrase that words to avoid list', () => {
    const visible = (['screens', 'errors', 'e-mails', 'schema', 'docs'] as const).flatMap(sentencesIn);
    const found = visible.filter(({ text }) =>
      PHRASES.some((phrase) => text.toLowerCase().includes(phrase.toLowerCase())),
    );
    expect(listed(found)).toBe('');
  });

  test('no label of a screen is a word that words to avoid list', () => {
    const found = readLabels(ROOT).filter(({ text }) => LABELS.includes(text));
    expect(listed(found)).toBe('');
  });
});
