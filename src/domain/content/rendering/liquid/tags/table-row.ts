import { type Context, type Emitter, evalToken, TablerowTag, toValueSync } from 'liquidjs';
import { countOf, entriesOfLoop, Forloop } from './for.ts';

class TableRowLoop extends Forloop {
  readonly #columns: number;

  constructor(length: number, columns: number, name: string) {
    super(length, name, undefined);
    this.#columns = columns;
  }

  row = (): number => Math.floor(this.index0() / this.#columns) + 1;
  col0 = (): number => this.index0() % this.#columns;
  col = (): number => this.col0() + 1;
  col_first = (): boolean => this.col0() === 0;
  col_last = (): boolean => this.col() === this.#columns;
}

/** `{% tablerow %}`, with Ruby's line breaks, `break` and `continue`. */
export class OurTableRowTag extends TablerowTag {
  override *render(context: Context, emitter: Emitter): ReturnType<TablerowTag['render']> {
    const all = entriesOfLoop(toValueSync(evalToken(this.collection, context)));
    const given = toValueSync(this.args.render(context)) as Record<string, unknown>;
    const offset = given.offset === undefined ? 0 : countOf(given.offset);
    const entries = all.slice(offset, given.limit === undefined ? undefined : offset + countOf(given.limit));
    const columns = Math.max(1, given.cols === undefined ? entries.length : countOf(given.cols));
    const loop = new TableRowLoop(entries.length, columns, `${this.variable}-${this.collection.getText()}`);
    const scope: Record<string, unknown> = Object.assign(Object.create(null), { tablerowloop: loop });
    context.push(scope);
    emitter.write('<tr class="row1">\n');
    for (const entry of entries) {
      scope[this.variable] = entry;
      context.continueCalled = false;
      context.breakCalled = false;
      if (loop.col_first() && !loop.first()) emitter.write(`</tr>\n<tr class="row${loop.row()}">`);
      emitter.write(`<td class="col${loop.col()}">`);
      yield this.liquid.renderer.renderTemplates(this.templates, context, emitter);
      emitter.write('</td>');
      if (context.breakCalled) break;
      loop.next();
    }
    context.continueCalled = false;
    context.breakCalled = false;
    emitter.write('</tr>\n');
    context.pop();
  }
}
