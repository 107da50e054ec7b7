import {
  type Context,
  type Emitter,
  type Liquid,
  type Parser,
  Tag,
  type TagToken,
  type Template,
  type TopLevelToken,
} from 'liquidjs';

const LAST = 'ifchanged';

/** `{% ifchanged %}`: shows its content unless it equals the last one. */
export class IfChangedTag extends Tag {
  readonly templates: Template[] = [];

  constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid, parser: Parser) {
    super(token, rest, liquid);
    const stream = parser.parseStream(rest);
    stream
      .on('tag:endifchanged', () => stream.stop())
      .on('template', (template: Template) => this.templates.push(template))
      .on('end', () => {
        throw new Error(`tag ${token.getText()} not closed`);
      })
      .start();
  }

  override *render(context: Context, emitter: Emitter): Generator<unknown, void, string> {
    const content = yield this.liquid.renderer.renderTemplates(this.templates, context);
    if (content === context.getRegister<string | undefined>(LAST)) return;
    context.setRegister(LAST, content);
    emitter.write(content);
  }

  // biome-ignore lint/correctness/useYield: LiquidJS wants a generator
  *children(): Generator<unknown, Template[]> {
    return this.templates;
  }
}
