import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ReturnPaths } from '../../../src/crypto/return-paths.ts';
import { newId } from '../../../src/ids.ts';
import { REPLIES } from '../../support/replies.ts';
import { readReports } from '../../support/returned-mails.ts';

/** Bounce messages of many mail servers. They have a licence of their own, which is beside them. */
const FOLDER = new URL('../../fixtures/bounces/', import.meta.url);

interface Expected {
  file: string;
  recipients: { address: string | null; kind: 'hard' | 'soft'; cause: string }[];
}

const expected: Expected[] = JSON.parse(readFileSync(new URL('expected.json', FOLDER), 'utf8'));

const paths = new ReturnPaths('the secret of the tests, 32 long', 'bounces.test');
const message = { teamId: 7, id: newId() };
const address = paths.address(message);
const read = (mail: string | Buffer) => readReports(Buffer.from(mail), [address], paths);

describe('a bounce message gives the recipient, permanence and cause:', () => {
  test.each(expected)('$file', ({ file, recipients }) => {
    const reports = read(readFileSync(new URL(file, FOLDER)));
    const found = reports.map(({ kind, named, cause }) => ({
      address: named[0] ?? null,
      kind: kind === 'hard_bounce' ? 'hard' : 'soft',
      cause,
    }));
    expect(found).toEqual(recipients);
    for (const report of reports) expect(report).toMatchObject({ teamId: 7, messageId: message.id });
  });
});

describe('not a bounce:', () => {
  test.each(REPLIES)('%s', (_name, answer) => {
    expect(read(answer(address, 'ann@people.test'))).toEqual([]);
  });
});

/** A mail of a server about one recipient. */
const bounceMessage = (subject: string, words: string, { charset = 'utf-8', from = 'MAILER-DAEMON@mx.test' } = {}) =>
  Buffer.concat([
    Buffer.from(
      `Return-Path: <>\nFrom: ${from}\nSubject: ${subject}\nContent-Type: text/plain; charset=${charset}\n\n`,
    ),
    Buffer.from(words),
    Buffer.from('\n\n--- Original message ---\nReceived: from x by y\nTo: wrong@people.test\nSubject: mailbox full\n'),
  ]);

const only = (mail: Buffer) => {
  const reports = read(mail);
  expect(reports).toHaveLength(1);
  return { kind: reports[0]!.kind, cause: reports[0]!.cause, named: reports[0]!.named };
};

describe('bounces as text in other languages', () => {
  test.each([
    [
      'Unzustellbar: Hallo',
      'Ihre Nachricht konnte nicht zugestellt werden:\n\nann@people.test\nDer Empfänger ist unbekannt',
      'user_unknown',
    ],
    ['Mail konnte nicht zugestellt werden', 'ann@people.test: Das Postfach ist voll', 'mailbox_full'],
    [
      'Non remis : Bonjour',
      'Impossible de remettre le message à:\n\nann@people.test\nL’adresse est inconnue',
      'user_unknown',
    ],
    ['No se ha podido entregar: Hola', '<ann@people.test>: el usuario no existe', 'user_unknown'],
    ['Não foi possível entregar', '<ann@people.test>: caixa postal cheia', 'mailbox_full'],
    ['Mancata consegna', '<ann@people.test>: utente sconosciuto', 'user_unknown'],
    ['Недоставленное сообщение', 'ann@people.test\n  Такого пользователя нет', 'user_unknown'],
    ['エラーメール', '<ann@people.test>: 宛先不明です', 'user_unknown'],
    ['Onbestelbaar: Hallo', '<ann@people.test>: de gebruiker bestaat niet', 'user_unknown'],
    ['退信', '<ann@people.test>: 用户不存在', 'user_unknown'],
  ])('%s', (subject, words, cause) => {
    const kind = cause === 'user_unknown' ? 'hard_bounce' : 'soft_bounce';
    expect(only(bounceMessage(subject, words))).toEqual({ kind, cause, named: ['ann@people.test'] });
  });
});

describe('in the named character set, and without one', () => {
  const WORDS = Buffer.concat([
    Buffer.from('<ann@people.test>:\n'),
    Buffer.from([0xf2, 0xe0, 0xea, 0xee, 0xe3, 0xee, 0x20]), // "такого " in windows-1251
    Buffer.from([0xef, 0xee, 0xeb, 0xfc, 0xe7, 0xee, 0xe2, 0xe0, 0xf2, 0xe5, 0xeb, 0xff, 0x20, 0xed, 0xe5, 0xf2]),
  ]);
  const mail = (charset: string) =>
    Buffer.concat([
      Buffer.from(
        `From: MAILER-DAEMON@mx.test\nSubject: failure notice\nContent-Type: text/plain; charset=${charset}\n\nMail could not be delivered.\n`,
      ),
      WORDS,
    ]);
  test('windows-1251', () => expect(only(mail('windows-1251')).cause).toBe('user_unknown'));
  test.each(['x-nonsense', '"', 'utf-8', 'hz-gb-2312', 'utf-16'])('%s, wrongly named', (charset) => {
    expect(read(mail(charset)).every(({ kind }) => kind === 'soft_bounce')).toBe(true);
  });
});

describe('a bounce message about several recipients', () => {
  test('is a bounce of each, with its own text', () => {
    const words =
      '<ann@people.test>:\n550 5.1.1 User unknown\n\n<bob@people.test>:\n552 5.2.2 Mailbox full\n\n<eve@people.test>:\nNo words.';
    const found = read(bounceMessage('failure notice', `Mail could not be delivered.\n\n${words}`));
    expect(found.map(({ kind, named, cause }) => [kind, named[0], cause])).toEqual([
      ['hard_bounce', 'ann@people.test', 'user_unknown'],
      ['soft_bounce', 'bob@people.test', 'mailbox_full'],
      ['soft_bounce', 'eve@people.test', 'unknown'],
    ]);
  });

  test('includes a hundred at most', () => {
    const words = Array.from({ length: 5_000 }, (_, index) => `<p${index}@people.test>: 550 5.1.1 unknown`).join('\n');
    const found = read(bounceMessage('failure notice', words));
    expect(found.length).toBeGreaterThan(50);
    expect(found.length).toBeLessThanOrEqual(100);
  });
});

test('a message still being retried is a soft bounce with any text', () => {
  const words = 'Your message is delayed. It will be retried for 4 days.\n\n<ann@people.test>: 550 5.1.1 User unknown';
  expect(only(bounceMessage('Warning: could not send message', words)).kind).toBe('soft_bounce');
});

test('the returned e-mail does not affect the refusal', () => {
  expect(only(bounceMessage('failure notice', '<ann@people.test>:\n550 no such user'))).toEqual({
    kind: 'hard_bounce',
    cause: 'user_unknown',
    named: ['ann@people.test'],
  });
});
