import { data } from 'currency-codes';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digitsOf, inMinorUnits, inUnits } from '../../src/dashboard/texts/minor-units.ts';

const TWO = 'HUF IDR COP PKR LAK ALL AFN IRR MMK MGA LBP SYP YER SOS KPW RSD EUR MRU USD CZK TZS TRY'.split(' ');
const OTHERS = {
  IQD: 3,
  KWD: 3,
  BHD: 3,
  TND: 3,
  JOD: 3,
  OMR: 3,
  JPY: 0,
  VND: 0,
  KRW: 0,
  ISK: 0,
  CLP: 0,
  CLF: 4,
  UYW: 4,
};

test('every currency has the decimals that ISO 4217 gives it', () => {
  expect(data.length).toBeGreaterThan(150);
  for (const { code, digits } of data) expect([code, digitsOf(code)]).toEqual([code, digits]);
});

test.each([...TWO.map((code) => [code, 2] as const), ...Object.entries(OTHERS)])('%s has %i', (code, digits) => {
  expect(digitsOf(code)).toBe(digits);
  expect(digitsOf(code.toLowerCase())).toBe(digits);
});

test.each(['ABC', 'QQQ', 'ZZZ', 'XBT', ''])('a code not in ISO 4217 has two: %j', (code) => {
  expect(digitsOf(code)).toBe(2);
});

describe('an amount', () => {
  test.each([
    ['HUF', 5_000, 500_000],
    ['IDR', 1_250_000.5, 125_000_050],
    ['JPY', 1_500, 1_500],
    ['KWD', 1.005, 1_005],
    ['CLF', 0.0001, 1],
    ['UYW', 1.2345, 12_345],
    ['EUR', 1.15, 115],
    ['EUR', 90_071_992_547_409.9, 9_007_199_254_740_990],
    ['BHD', 9_007_199_254_740.99, 9_007_199_254_740_990],
  ])('in %s is the same in units, %d, and in the smallest unit, %d', (code, units, minor) => {
    expect(inMinorUnits(units, code)).toBe(minor);
    expect(inUnits(minor, code)).toBe(units);
  });

  test('below the smallest unit is rounded', () => {
    expect(inMinorUnits(1.999, 'EUR')).toBe(200);
    expect(inMinorUnits(1e-7, 'EUR')).toBe(0);
    expect(inMinorUnits(0.4, 'JPY')).toBe(0);
  });

  test('comes back from units as it was', () => {
    const code = fc.constantFrom(...data.map(({ code }) => code), 'QQQ');
    fc.assert(
      fc.property(fc.nat(2 ** 31 - 1), fc.integer({ min: 1, max: 999_999 }), code, (amount, times, code) => {
        const minor = Math.min(amount * times, Number.MAX_SAFE_INTEGER);
        expect(inMinorUnits(inUnits(minor, code), code)).toBe(minor);
      }),
      { numRuns: 2_000 },
    );
  });
});
