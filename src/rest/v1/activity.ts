import { ActivityDocument, type ActivityQuery } from '../../generated/documents.ts';
import { answer, page } from '../answer.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { PAGES, route } from '../route.ts';

/** The pages of a subscriber's timeline. */
const timeline = answer(
  ({ activity }: ActivityQuery['subscriber'], links) => page(activity as never, links),
  (subscriber) => page.describe?.((subscriber.properties as Record<string, JsonSchema>).activity as JsonSchema) ?? {},
);

export const activity = [route('GET /subscribers/:subscriber/activity', ActivityDocument, timeline, PAGES)];
