import { CaptureTag, type Context } from 'liquidjs';
import { unescapeHtml } from '../filters/html.ts';
import type { RenderingContext } from '../rendering-context.ts';
import { SafeHtml } from '../safe-html.ts';

/** `{% capture %}`: the captured part of HTML is HTML, whose values are already escaped. */
export class OurCaptureTag extends CaptureTag {
  override *render(context: Context): ReturnType<CaptureTag['render']> {
    const captured = yield this.liquid.renderer.renderTemplates(this.templates, context);
    const { isHtml } = context as RenderingContext;
    context.bottom()[this.variable] = isHtml ? new SafeHtml(captured, unescapeHtml(captured)) : captured;
  }
}
