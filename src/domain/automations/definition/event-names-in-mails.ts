import { TtlCache } from '../../../async/ttl-cache.ts';
import type { Issue } from '../../../errors.ts';
import type { Scope } from '../../../scope.ts';
import { readFieldsNamed, warningsOfPaths } from '../../content/known-names.ts';
import type { NamedPath } from '../../content/rendering/job.ts';
import { namesIn } from '../../content/rendering/pool.ts';
import { sourcesOf } from '../../content/rendering/template-source.ts';
import { isObject } from '../../segments/conditions.ts';
import type { Given } from './read-definition.ts';
import { type EventNames, propertyDoubts, type RecordedNames } from './recorded-names.ts';

type Path = Issue['path'];

/** An e-mail of a `send` step, and its path. */
interface SentMail {
  path: Path;
  template: string;
  subject: string | undefined;
}

/** By template, for all its languages. A changed template has another key. */
const namesOfTemplates = new TtlCache<NamedPath[]>({ milliseconds: 600_000, max: 200 });

/** Event fields that an e-mail can show, besides the properties themselves. */
const OF_EVENT = ['name', 'value', 'currency', 'occurred_at', 'properties'];

/**
 * Warns of names in automation e-mails that probably have no value: fields that do not exist, and properties that no recent
 * event of the trigger's name had. In the order of the definitions.
 */
export async function mailNameDoubts(
  scope: Scope,
  saved: readonly Given[],
  recorded: RecordedNames,
): Promise<Issue[][]> {
  const mails = saved.map(({ steps }) => mailsIn(steps, ['steps']));
  const names = [...new Set(mails.flat().map(({ template }) => template))];
  if (names.length === 0) return saved.map(() => []);
  const templates = await readNames(scope, names);
  const subjects = await Promise.all(
    mails.map((some) => Promise.all(some.map(({ subject }) => (subject ? namesIn([subject], scope.team.id) : [])))),
  );
  const all = [...templates.values(), ...subjects.flat()].flat();
  const fields = await readFieldsNamed(scope, all);
  return Promise.all(
    saved.map(async ({ trigger }, index): Promise<Issue[]> => {
      const parts = (mails[index] ?? []).flatMap(({ path, template }, at) => [
        { path: [...path, 'template'], paths: templates.get(template) ?? [] },
        { path: [...path, 'subject'], paths: subjects[index]?.[at] ?? [] },
      ]);
      const event = parts.some(({ paths }) => paths.some(([root]) => root === 'event'))
        ? await recorded.of(trigger)
        : undefined;
      return parts.flatMap(({ path, paths }) =>
        [...warningsOfPaths(paths, fields), ...(event ? ofEvent(paths, event) : [])].map((problem) => ({
          path,
          problem,
        })),
      );
    }),
  );
}

function mailsIn(steps: unknown, path: Path): SentMail[] {
  if (!Array.isArray(steps)) return [];
  return steps.flatMap((step: unknown, index): SentMail[] => {
    if (!isObject(step)) return [];
    const at = [...path, index];
    const { type, template, subject } = step;
    if (type === 'send' && typeof template === 'string')
      return [{ path: at, template, subject: typeof subject === 'string' ? subject : undefined }];
    const branches = Array.isArray(step.branches) ? step.branches : [];
    return [
      ...mailsIn(step.then, [...at, 'then']),
      ...mailsIn(step.else, [...at, 'else']),
      ...branches.flatMap((branch: unknown, number) =>
        isObject(branch) ? mailsIn(branch.steps, [...at, 'branches', number, 'steps']) : [],
      ),
    ];
  });
}

async function readNames(scope: Scope, names: string[]): Promise<Map<string, NamedPath[]>> {
  const sources = { subject: true, html: true, text: true, localeVariants: true } as const;
  const select = { id: true, name: true, updatedAt: true, ...sources } as const;
  const templates = await scope.db.template.findMany({ where: { teamId: scope.team.id, name: { in: names } }, select });
  const read = templates.map(async ({ id, name, updatedAt, ...template }) => {
    const key = `${scope.team.id} ${id} ${updatedAt.getTime()}`;
    return [name, await namesOfTemplates.get(key, () => namesIn(sourcesOf(template), scope.team.id))] as const;
  });
  return new Map(await Promise.all(read));
}

function ofEvent(paths: readonly NamedPath[], names: EventNames): string[] {
  const warnings = paths.flatMap(([root, ...rest]): string[] => {
    if (root !== 'event' || typeof rest[0] !== 'string') return [];
    if (names.event === undefined) {
      return [`The variable event.${rest[0]} has no value, because the trigger is not an event.`];
    }
    if (rest[0] === 'properties') return propertyDoubts(rest.slice(1), names);
    return OF_EVENT.includes(rest[0]) ? [] : propertyDoubts(rest, names, OF_EVENT);
  });
  return [...new Set(warnings)];
}
