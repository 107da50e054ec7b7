import { isHarmlessName, isOfOtherChannel, nameSpeaksOfConsent } from '../consent-words.ts';
import type { Issue } from '../errors.ts';
import { isAnswerAboutConsent } from './consent-keys.ts';
import { aboutConsent, judgeInside, judgeLeniently, refusal, type Verdict } from './judge-key.ts';
import { answersForChannel, isOfOrder, keyOfPair } from './key-context.ts';
import { isObject, type KeyPosition, pathOf, patternOf } from './key-position.ts';
import type { Known, KnownKeys, LenientKeys } from './known-keys.ts';

/** Bounds the answer to a hostile body. */
const MOST_ISSUES = 20;
const MOST_ISSUES_OF_A_ROW = 5;
/** The search stops one key later, so the answer can say that the list is incomplete. */
export const MOST_LISTED = 20;

/** More different keys than real clients send. Each key is judged once. */
const MOST_JUDGED = 10_000;

/** Collects the keys of a request that an operation does not know. */
export class FoundKeys {
  readonly refused: Issue[] = [];
  readonly rows = new Map<number, Issue[]>();
  readonly ignored = new Map<string, string | undefined>();
  readonly #known: KnownKeys;
  readonly #judged = new Map<object, Map<string, Verdict>>();
  readonly #listed = new Set<Verdict>();
  #count = 0;

  constructor(known: KnownKeys) {
    this.#known = known;
  }

  lookAtQuery(query: unknown): void {
    this.#look(query, this.#known.query, this.#request(), undefined);
  }

  lookAtBody(body: unknown): void {
    const { body: known, lenient } = this.#known;
    this.#look(body, known, this.#request(), lenient?.body ? lenient : undefined);
    const { rows } = this.#known;
    const ofRow = rows && known.get(rows);
    if (!ofRow || !isObject(body)) return;
    const given = (body as Record<string, unknown>)[rows];
    if (!Array.isArray(given)) return;
    for (let index = 0; index < given.length; index++) {
      if (lenient) this.#lookAtRow(given[index], ofRow, index, lenient);
      else this.#lookAtStrictRow(given[index], ofRow, index, rows);
    }
  }

  #request = (): KeyPosition => ({ issues: this.refused, most: MOST_ISSUES });

  #lookAtRow(row: unknown, known: Known, index: number, lenient: LenientKeys): void {
    if (!isObject(row) || Array.isArray(row)) return;
    let position: KeyPosition | undefined;
    for (const key of Object.keys(row)) {
      if (known.has(key)) continue;
      if (this.refused.length === MOST_ISSUES) return;
      position ??= { row: lenient.rows as string, issues: [], most: MOST_ISSUES_OF_A_ROW };
      this.#judge(key, (row as Record<string, unknown>)[key], known, position, lenient);
    }
    if (position && position.issues.length > 0) this.rows.set(index, position.issues);
  }

  #lookAtStrictRow(row: unknown, known: Known, index: number, rows: string): void {
    if (Array.isArray(row)) return; // not an object, and refused as such elsewhere
    const position: KeyPosition = { row: rows, issues: [], most: MOST_ISSUES_OF_A_ROW };
    this.#look(row, known, position, undefined);
    if (position.issues.length > 0) this.rows.set(index, position.issues);
  }

  /** Without `lenient`, refuses all unknown keys. */
  #look(value: unknown, known: Known | undefined, position: KeyPosition, lenient: LenientKeys | undefined): void {
    if (!known || !isObject(value)) return;
    const isList = Array.isArray(value);
    for (const [key, inner] of Object.entries(value)) {
      if (position.issues.length === position.most) return;
      if (!isList && !known.has(key)) this.#judge(key, inner, known, position, lenient);
      else if (isObject(inner) && (position.row !== undefined || key !== this.#known.rows)) {
        const inside = { ...position, above: position, key: isList ? Number(key) : key };
        this.#look(inner, isList ? known : known.get(key), inside, lenient);
      }
    }
  }

  #judge(key: string, value: unknown, known: Known, position: KeyPosition, lenient: LenientKeys | undefined): void {
    const { ignored } = this.#known;
    const verdict = this.#once(known, key, () =>
      lenient ? judgeLeniently(key, known, lenient) : refusal(key, known, ignored),
    );
    if ('problem' in verdict) {
      complain(position, key, verdict.problem);
      return;
    }
    if (lenient?.of === 'subscribers') this.#lookInside(key, value, known, position, lenient);
    if (verdict.expected || this.#listed.has(verdict) || this.#listed.size > MOST_LISTED) return;
    this.#listed.add(verdict);
    const rows = lenient?.sibling && holdsRows(value) ? lenient.sibling : undefined;
    this.ignored.set(patternOf(position, key), rows ?? verdict.nearest);
  }

  /** Searches ignored values, at every depth, for keys about consent. */
  #lookInside(
    key: string,
    value: unknown,
    known: Known,
    position: KeyPosition,
    lenient: LenientKeys,
    above = false,
  ): void {
    const ofOrder = isOfOrder(key, above);
    const isScalar = !isObject(value);
    if (isScalar && typeof value !== 'string') return;
    if (isOfOtherChannel(key) && nameSpeaksOfConsent(key)) return;
    if (isScalar) {
      if (isAnswerAboutConsent(value, ofOrder || isHarmlessName(key)))
        complain(position, key, aboutConsent(key, known).problem);
      return;
    }
    if (position.issues.length === position.most) return;
    const inside = { ...position, above: position, key };
    const isList = Array.isArray(value);
    const pair = isList || ofOrder ? undefined : keyOfPair(value);
    for (const [name, inner] of Object.entries(value)) {
      const verdict = isList ? IGNORED : this.#inside(name, known, lenient, ofOrder);
      if ('problem' in verdict) complain(inside, name, verdict.problem);
      else if (name === pair || answersForChannel(key, name, inner)) {
        complain(inside, name, aboutConsent(name, known).problem);
      } else this.#lookInside(name, inner, known, inside, lenient, ofOrder);
    }
  }

  #inside = (name: string, known: Known, lenient: LenientKeys, ofOrder: boolean): Verdict =>
    this.#once(ofOrder ? OF_ORDERS : lenient, name, () => judgeInside(name, known, lenient, ofOrder));

  /** Most rows have the same keys. */
  #once(where: object, key: string, judge: () => Verdict): Verdict {
    let judged = this.#judged.get(where);
    if (!judged) {
      judged = new Map();
      this.#judged.set(where, judged);
    }
    const known = judged.get(key);
    if (known) return known;
    if (this.#count === MOST_JUDGED) {
      complain(this.#request(), key, `is one of more than ${MOST_JUDGED} unknown fields of this operation.`);
      return IGNORED;
    }
    this.#count += 1;
    const verdict = judge();
    judged.set(key, verdict);
    return verdict;
  }
}

/** Whether a value is the list of a batch under another key. */
export const holdsRows = (value: unknown): boolean =>
  Array.isArray(value) && isObject(value[0]) && 'email' in value[0] && 'name' in value[0];

/** Keys of orders are judged separately. */
const OF_ORDERS = {};
const IGNORED: Verdict = { nearest: undefined, expected: true };

function complain(position: KeyPosition, key: string, problem: string): void {
  if (position.issues.length < position.most) position.issues.push({ path: pathOf(position, key), problem });
}
