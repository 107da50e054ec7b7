import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readNumber, writeNumber } from '../../src/dashboard/numbers/written-number.ts';

/** The languages of the dashboard, as browsers in their regions write numbers. */
const LOCALES = 'en en-GB en-US en-IN en-ZA en-CH en-SE en-DK en-NL de de-DE de-AT de-CH de-LI de-LU de-BE de-IT'.split(
  ' ',
);

describe.each<[locale: string, rows: [written: string, value: number | undefined][]]>([
  [
    'en-GB',
    [
      ['5,000', 5_000],
      ['1,000.50', 1_000.5],
      ['1,234,567.8', 1_234_567.8],
      ['12.50', 12.5],
      ['12,50', 12.5],
      ['1.200,5', 1_200.5],
      ['1.200.000', 1_200_000],
      ['1\u00a0000.5', 1_000.5],
      ['1\u202f000,5', 1_000.5],
      ['1’000.5', 1_000.5],
      ["1'000'000", 1_000_000],
      ['12.', 12],
      ['12,', 12],
      ['.5', 0.5],
      ['0,125', 0.125],
      ['-1,000', -1_000],
      ['\u22125', -5],
      ['５００', 500],
      ['1.005', 1.005],
      ['1,0000', undefined],
      ['1,00,000', undefined],
      ['1234,567', undefined],
      ['1,000,00', undefined],
      ['1.000.50', undefined],
      ['1,000.000.5', undefined],
      ['1 00', undefined],
      ['1 000,000', 1_000],
      ['0,0,0', undefined],
      ['.', undefined],
      ['-', undefined],
      ['5e3', undefined],
      ['0x10', undefined],
      ['five', undefined],
      ['5 EUR', undefined],
    ],
  ],
  [
    'de',
    [
      ['5.000', 5_000],
      ['5000', 5_000],
      ['1.000,50', 1_000.5],
      ['1.200,5', 1_200.5],
      ['12,50', 12.5],
      ['12.50', 12.5],
      ['1,000.50', 1_000.5],
      ['1,000', 1],
      ['1.000.000', 1_000_000],
      ['1,000,000', 1_000_000],
      ['1 000,5', 1_000.5],
      ['3794.5', 3_794.5],
      ['1234.567', undefined],
      ['1.0000', undefined],
      ['1.00,5', undefined],
    ],
  ],
  [
    'de-CH',
    [
      ['1’000.50', 1_000.5],
      ['1.50', 1.5],
      ['1,50', 1.5],
    ],
  ],
  [
    'de-AT',
    [
      ['1\u00a0000,50', 1_000.5],
      ['1.000,50', 1_000.5],
      ['1.000', 1_000],
    ],
  ],
  [
    'en-IN',
    [
      ['1,00,000', 100_000],
      ['12,34,567.5', 1_234_567.5],
      ['100,000', 100_000],
      ['1,00', 1],
    ],
  ],
])('in %s', (locale, rows) => {
  test.each(rows)('%j is read as %j', (written, value) => {
    expect(readNumber(written, { locale })).toEqual(value === undefined ? { problem: 'number' } : { value });
  });
});

test.each([
  ['50.5', 'JPY', 0],
  ['1.1255', 'KWD', 3],
  ['12.500', 'EUR', 2],
  ['5.000', 'HUF', 2],
  ['1,5', undefined, 0],
])('%s has too many decimals in %s', (written, currency, decimals) => {
  expect(readNumber(written, { locale: 'en', decimals, currency })).toEqual({ problem: 'decimals' });
});

test.each([
  ['HUF 5,000.00', 'en', 5_000],
  ['5.000,00 HUF', 'de', 5_000],
  ['5.000,00\u00a0huf', 'de', 5_000],
])('an amount is read with the code of its currency: %j', (written, locale, value) => {
  expect(readNumber(written, { locale, decimals: 2, currency: 'HUF' })).toEqual({ value });
  expect(readNumber(written, { locale, decimals: 2, currency: 'EUR' })).toEqual({ problem: 'number' });
});

test.each([
  ['KWD 1.000', 'KWD', 3, 1],
  ['1.000', 'KWD', 3, 1_000],
  ['CLF 1.0000', 'CLF', 4, 1],
  ['EUR 1,234.50', 'EUR', 2, 1_234.5],
  ['1.234,50', 'EUR', 2, 1_234.5],
])(
  'where amounts are shown with other marks than numbers, %j is read as shown',
  (written, currency, decimals, value) => {
    expect(readNumber(written, { locale: 'en-NL', decimals, currency })).toEqual({ value });
  },
);

test.each(['', ' ', '\u00a0'])('%j has no value', (written) =>
  expect(readNumber(written, { locale: 'en' })).toEqual({}),
);

test('every number is read as it was written, in all locales', () => {
  const value = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }));
  fc.assert(
    fc.property(fc.constantFrom(...LOCALES), value, (locale, drawn) => {
      const number = Number(drawn.toFixed(15)) || 0;
      expect(readNumber(writeNumber(number, { locale }), { locale })).toEqual({ value: number });
    }),
    { numRuns: 3_000 },
  );
});

test('every amount is read as written and as shown on screens', () => {
  const currencies = fc.constantFrom<[string, number]>(['EUR', 2], ['HUF', 2], ['JPY', 0], ['KWD', 3], ['CLF', 4]);
  fc.assert(
    fc.property(fc.constantFrom(...LOCALES), currencies, fc.nat(2 ** 31 - 1), (locale, [currency, decimals], minor) => {
      const value = Number(`${minor}e-${decimals}`);
      const writing = { locale, decimals, currency };
      expect(readNumber(writeNumber(value, writing), writing)).toEqual({ value });
      const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
      const shown = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'code', ...digits });
      expect(readNumber(shown.format(value), writing)).toEqual({ value });
    }),
    { numRuns: 3_000 },
  );
});
