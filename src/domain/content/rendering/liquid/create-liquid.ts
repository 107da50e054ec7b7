import { Liquid } from 'liquidjs';
import { MEMORY_UNITS, RENDER_MS, SOURCE_CHARACTERS } from '../limits.ts';
import { AMOUNT_FILTERS } from './filters/amounts.ts';
import { DATE_FILTERS } from './filters/dates.ts';
import { HTML_FILTERS } from './filters/html.ts';
import { LIST_FILTERS } from './filters/lists.ts';
import { NUMBER_FILTERS } from './filters/numbers.ts';
import { TEXT_FILTERS } from './filters/texts.ts';
import { OPERATORS } from './operators.ts';
import { OurCaptureTag } from './tags/capture.ts';
import { DocTag, OurCommentTag } from './tags/comment.ts';
import { OurCycleTag } from './tags/cycle.ts';
import { OurEchoTag } from './tags/echo.ts';
import { OurForTag } from './tags/for.ts';
import { IfChangedTag } from './tags/if-changed.ts';
import { OurTableRowTag } from './tags/table-row.ts';

/** Tags that load other templates. Removed, because there are none to load. */
const LOOKUPS = ['include', 'render', 'layout', 'block'];

const TAGS = {
  capture: OurCaptureTag,
  comment: OurCommentTag,
  cycle: OurCycleTag,
  doc: DocTag,
  echo: OurEchoTag,
  for: OurForTag,
  ifchanged: IfChangedTag,
  tablerow: OurTableRowTag,
};

/** LiquidJS with the tags, filters and operators of Ruby's Liquid, within our limits (docs/templates.md). */
export function createLiquid(): Liquid {
  const liquid = new Liquid({
    templates: {},
    relativeReference: false,
    dynamicPartials: false,
    jsTruthy: false,
    strictFilters: true,
    strictVariables: false,
    ownPropertyOnly: true,
    operators: OPERATORS,
    parseLimit: SOURCE_CHARACTERS,
    renderLimit: RENDER_MS,
    memoryLimit: MEMORY_UNITS,
  });
  for (const tag of LOOKUPS) delete liquid.tags[tag];
  for (const [name, tag] of Object.entries(TAGS)) liquid.registerTag(name, tag);
  const filters = {
    ...LIST_FILTERS,
    ...TEXT_FILTERS,
    ...NUMBER_FILTERS,
    ...HTML_FILTERS,
    ...AMOUNT_FILTERS,
    ...DATE_FILTERS,
  };
  for (const [name, filter] of Object.entries(filters)) liquid.registerFilter(name, filter as never);
  return liquid;
}
