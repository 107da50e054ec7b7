import { TtlCache } from '../../async/ttl-cache.ts';
import type { Issue } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { type AddressUses, addressUses, mayLack } from '../content/address-uses.ts';
import { teamValues } from '../content/brand/team-values.ts';
import type { Missing } from '../content/rendering/missing-values.ts';
import { RenderError } from '../content/rendering/pool.ts';
import { sourceOf } from '../content/rendering/template-source.ts';
import { readTemplates } from '../content/templates.ts';
import { addressWarnings } from './address-warnings.ts';
import type { NewMail } from './log-mails.ts';
import { readAddressee, renderMail } from './rendered-mail.ts';

/** The data of a template for checks before its mails are rendered. */
export interface AskedTemplate {
  id: string;
  strict: boolean;
  updatedAt: Date;
}

/** Missing values of a new mail. */
export interface Lacking {
  /** Issues for which a strict mail is refused. */
  issues: Issue[];
  warnings: string[];
}

const NOTHING: Lacking = { issues: [], warnings: [] };

/** By template and version. */
const usesOfTemplates = new TtlCache<AddressUses>({ milliseconds: 600_000, max: 500 });

/**
 * Finds variables without a value in a new mail: all of them if it is strict, else those in addresses. Renders it only if
 * something may be missing. `listId`: the list whose subscription counts.
 */
export async function lackingIn(
  scope: Scope,
  mail: NewMail,
  template: AskedTemplate | undefined,
  listId: string | null = null,
): Promise<Lacking> {
  const isStrict = mail.strict ?? template?.strict ?? false;
  if (!isStrict && !mayLack(await usesOf(scope, mail, template), knownOf(mail))) return NOTHING;
  const { missing, remarks } = await renderedWith(scope, mail, listId);
  const isAlone = new Set([...mail.to, ...mail.cc, ...mail.bcc]).size === 1;
  return {
    issues: isStrict ? issuesOf(missing, mail) : [],
    warnings: [...addressWarnings(missing, isAlone), ...remarks],
  };
}

/** Only this many mails of a set are rendered: the others usually have the same gaps. */
const RENDERED_OF_SET = 10;

/**
 * The warnings of mails of one template that are written together, in order, for the first few whose addresses may have
 * gaps.
 */
export async function warningsOfSet(
  scope: Scope,
  mails: readonly NewMail[],
  template: AskedTemplate,
  listId: string | null,
): Promise<string[][]> {
  const warnings: string[][] = mails.map(() => []);
  let rendered = 0;
  for (const [index, mail] of mails.entries()) {
    if (!mayLack(await usesOf(scope, mail, template), knownOf(mail))) continue;
    if (++rendered > RENDERED_OF_SET) break;
    warnings[index] = (await lackingIn(scope, { ...mail, strict: false }, template, listId)).warnings;
  }
  return warnings;
}

async function usesOf(scope: Scope, mail: NewMail, template: AskedTemplate | undefined): Promise<AddressUses> {
  if (!template) return addressUses(mail.htmlSource ?? '', mail.textSource ?? '');
  const key = [scope.team.id, template.id, template.updatedAt.getTime(), mail.locale ?? ''].join(' ');
  return usesOfTemplates.get(key, async () => {
    const [read] = await readTemplates(scope, [template.id]);
    return addressUses(read ? sourceOf(read, mail.locale).html : '');
  });
}

/** The merge data that is known without reading anything. */
function knownOf({ variables, to }: NewMail): Record<string, unknown> {
  const team = { name: '-', pictures_url: '-' };
  const given = variables as Record<string, unknown>;
  return { ...given, variables: given, team, subscriber: { email: to[0] }, view_url: '-' };
}

/** Replaces the links of a message that has no id yet. */
const PLACEHOLDER = 'https://placeholder.invalid';
const LINKS = { unsubscribe_url: PLACEHOLDER, preferences_url: PLACEHOLDER, confirmation_url: PLACEHOLDER };

interface Watched {
  missing: readonly Missing[];
  /** Unreadable values. */
  remarks: readonly string[];
}

const NOTHING_SEEN: Watched = { missing: [], remarks: [] };

/** A mail that cannot be rendered reports nothing here: it fails later, with the reason. */
async function renderedWith(scope: Scope, mail: NewMail, listId: string | null): Promise<Watched> {
  const team = await scope.db.team.findUniqueOrThrow({ where: { id: scope.team.id } });
  const [template] = mail.templateId ? await readTemplates(scope, [mail.templateId]) : [];
  if (mail.templateId && !template) return NOTHING_SEEN;
  const alone = new Set([...mail.to, ...mail.cc, ...mail.bcc]).size === 1;
  const addressee = await readAddressee(scope, mail.to[0], () => LINKS, { alone, listId });
  const values = teamValues(team, PLACEHOLDER);
  const asked = { watch: true, viewUrl: PLACEHOLDER };
  try {
    const mailOfTeam = { ...mail, teamId: scope.team.id };
    const { missing = [], remarks } = await renderMail(template, mailOfTeam, values, addressee, asked);
    return { missing, remarks };
  } catch (error) {
    if (error instanceof RenderError) return NOTHING_SEEN;
    throw error;
  }
}

/** Built-in values. A scheduled mail may get them later. */
const OURS = /^(subscriber|list|team|view_url|unsubscribe_url|preferences_url|confirmation_url)\b/;

function issuesOf(missing: readonly Missing[], mail: NewMail): Issue[] {
  const names = new Set(missing.flatMap(({ name, isBlank }) => (isBlank ? [] : [name])));
  const content = mail.templateId ? 'template' : mail.htmlSource === null ? 'text' : 'html';
  return [...names].flatMap((name): Issue[] => {
    const isOurs = OURS.test(name);
    if (isOurs && mail.sendAt !== null) return [];
    const problem = `The variable ${name} has no value, and the e-mail is strict.`;
    return [{ path: isOurs ? [content] : ['variables', ...partsOf(name)], problem }];
  });
}

const partsOf = (name: string): (string | number)[] =>
  name
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
