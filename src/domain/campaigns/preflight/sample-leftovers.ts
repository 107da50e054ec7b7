import type { Issue } from '../../../errors.ts';
import { PICTURES } from '../../content/pictures.ts';
import type { CampaignContent } from '../campaign-content.ts';
import { shown } from '../dead-links.ts';
import { isSample } from './links-of.ts';

const SAMPLE_PICTURE = new RegExp(`/(${PICTURES.join('|')})\\.png`, 'g');
const SAMPLE_TEXTS = ['Lorem ipsum', 'WELCOME10'];
/** A new block of the editor begins with this text. */
const UNWRITTEN = />\s*(?:…|&hellip;)\s*</;

/** Issues with what a ready-made template or the editor left for the author to replace: links, pictures and texts. */
export function sampleLeftovers(contents: readonly CampaignContent[], allLinks: readonly string[]): Issue[] {
  const sources = contents.flatMap((content) => Object.values(content).map(({ html }) => html));
  const links = allLinks.filter(isSample);
  const pictures = new Set(sources.flatMap((html) => [...html.matchAll(SAMPLE_PICTURE)].map(([, name]) => name)));
  const texts = SAMPLE_TEXTS.filter((text) => sources.some((html) => html.includes(text)));
  return [
    ...(links.length > 0 ? [`These links are samples: ${shown(links)}. Replace them with your own.`] : []),
    ...(pictures.size > 0 ? [samplePictures(pictures.size)] : []),
    ...texts.map((text) => `The template contains the sample text "${text}". Replace it with your own.`),
    ...(sources.some((html) => UNWRITTEN.test(html)) ? ['A block of the template has no text yet, only "…".'] : []),
  ].map((problem) => ({ path: ['template'], problem }));
}

const samplePictures = (count: number): string =>
  `${count === 1 ? 'A picture is a sample' : `${count} pictures are samples`} of the ready-made template. Choose your own.`;
