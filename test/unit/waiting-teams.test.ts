import { expect, test } from 'vitest';
import { WaitingTeams } from '../../src/delivery/waiting-teams.ts';
import type { Claim } from '../../src/domain/ledger/claim.ts';
import { until } from '../support/until.ts';

const ALL = 'all';

/** Claims a message of each team that has something, and notes who was asked. */
function asking(having: readonly number[]) {
  const asked: (readonly number[] | typeof ALL)[] = [];
  const claim = async (teams?: readonly number[]) => {
    asked.push(teams ?? ALL);
    return having.filter((team) => teams?.includes(team) ?? true).map((teamId) => ({ teamId }) as Claim);
  };
  return { asked, claim };
}

test('all teams are checked once, then busy ones until they are empty, and all again after they had something', async () => {
  const waiting = new WaitingTeams();
  const first = asking([1, 2]);
  expect(await waiting.claim(first.claim, [])).toHaveLength(2);
  await waiting.claim(first.claim, []);
  expect(first.asked).toEqual([ALL, [1, 2]]);
  const then = asking([]);
  for (let n = 0; n < 3; n++) expect(await waiting.claim(then.claim, [])).toEqual([]);
  expect(then.asked).toEqual([[1, 2], ALL]);
});

test('all teams are not checked again after only notified ones had messages', async () => {
  const waiting = new WaitingTeams();
  waiting.add(1);
  const { asked, claim } = asking([1]);
  expect(await waiting.claim(claim, [])).toHaveLength(1);
  const then = asking([]);
  for (let n = 0; n < 3; n++) expect(await waiting.claim(then.claim, [])).toEqual([]);
  expect([...asked, ...then.asked]).toEqual([ALL, [1]]);
});

test('all teams are checked on request, even if none had messages a moment ago', async () => {
  const waiting = new WaitingTeams();
  await waiting.claim(asking([]).claim, []);
  const { asked, claim } = asking([3]);
  expect(await waiting.claim(claim, [])).toEqual([]);
  waiting.askAll();
  expect(await waiting.claim(claim, [])).toHaveLength(1);
  expect(asked).toEqual([ALL]);
});

test('more known teams than one check takes are all checked', async () => {
  const waiting = new WaitingTeams();
  await waiting.claim(asking([]).claim, []);
  for (let team = 1; team <= 250; team++) waiting.add(team);
  expect(await waiting.claim(asking([250]).claim, [])).toHaveLength(1);
});

test('a notified team is checked, and a busy team later', async () => {
  const waiting = new WaitingTeams();
  await waiting.claim(asking([]).claim, []);
  const { asked, claim } = asking([]);
  waiting.add(7);
  waiting.add(8);
  await waiting.claim(claim, [8]);
  await waiting.claim(claim, []);
  expect(asked).toEqual([[7], [8]]);
});

test('a notice during a check is not lost', async () => {
  const waiting = new WaitingTeams();
  await waiting.claim(asking([]).claim, []);
  const { asked, claim } = asking([]);
  waiting.add(7);
  await waiting.claim(async (teams) => {
    waiting.add(7);
    return claim(teams);
  }, []);
  await waiting.claim(claim, []);
  expect(asked).toEqual([[7], [7]]);
});

test('an always busy team delays the checks of others only briefly', async () => {
  const waiting = new WaitingTeams();
  const { asked, claim } = asking([1]);
  await until(async () => {
    await waiting.claim(claim, []);
    return asked.filter((who) => who === ALL).length === 3;
  });
  expect(asked).toContainEqual([1]);
});
