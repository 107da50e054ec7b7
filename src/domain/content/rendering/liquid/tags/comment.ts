import type { Liquid } from 'liquidjs';
import { Tag, type TagToken, type TopLevelToken, TypeGuards } from 'liquidjs';

/** A tag whose content is dropped, up to its end tag. */
const dropping = (isNested: boolean) =>
  class extends Tag {
    constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid) {
      super(token, rest, liquid);
      let open = 1;
      for (let next = rest.shift(); next; next = rest.shift()) {
        if (!TypeGuards.isTagToken(next)) continue;
        if (isNested && next.name === token.name) open += 1;
        if (next.name === `end${token.name}`) open -= 1;
        if (open === 0) return;
      }
      throw new Error(`tag ${token.getText()} not closed`);
    }

    override render(): void {}
  };

/** `{% comment %}`, which may contain others. */
export const OurCommentTag = dropping(true);

/** `{% doc %}`: its content is not even Liquid. */
export const DocTag = dropping(false);
